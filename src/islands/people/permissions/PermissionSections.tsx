import type { ReactNode } from 'react'
import {
  groupPermissions,
  isForChoosing,
  permissionHint,
  permissionLabels,
} from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'

type PermissionSectionsProps<P> = {
  permissions: readonly P[]
  isOpen: boolean
  isFolded?: boolean
  countOf: (permissions: readonly P[]) => string
  section: (permissions: readonly P[], text: string) => ReactNode
}

export function PermissionSections<P extends { name: Permission }>(
  props: PermissionSectionsProps<P>,
) {
  const { permissions, isOpen, isFolded = false, countOf, section } = props
  const isNarrow = useIsNarrow()
  const others = permissions.filter(({ name }) => !isForChoosing(name))
  const apps = [
    ...groupPermissions(permissions),
    ...(others.length > 0 ? [{ app: 'others', text: 'Set by the system', actions: [] }] : []),
  ]
  return apps.map(({ app, text, actions }) => (
    <section key={app} aria-label={text} className="flex flex-col gap-2">
      <h3 className="heading-3">{text}</h3>
      {app === 'others' && section(others, text)}
      {actions.map(({ action, text: doing, permissions: some }) => (
        <details key={action} className="card px-4 py-2" open={isOpen || !(isFolded || isNarrow)}>
          <summary className="min-h-target cursor-pointer content-center">
            <span className="font-semibold">{doing}</span>: {countOf(some)}
          </summary>
          {section(some, `${text}: ${doing.toLowerCase()}`)}
        </details>
      ))}
    </section>
  ))
}

export function PermissionText({ name }: { name: Permission }) {
  const hint = permissionHint(name)
  return (
    <span>
      {permissionLabels(name)}
      {hint && <span className="hint block">{hint}</span>}
    </span>
  )
}

export function filterBySearch<P extends { name: Permission }>(
  permissions: readonly P[],
  search: string,
): readonly P[] {
  const words = search.toLowerCase().split(/\s+/)
  return permissions.filter(({ name }) => {
    const said = `${permissionLabels(name)} ${name}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
