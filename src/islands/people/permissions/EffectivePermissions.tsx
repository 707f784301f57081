import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type {
  EffectivePermissions as Effective,
  PermissionSource,
} from '#lib/contract/effective-permissions.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { useApi } from '../../identity/island-context.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { filterBySearch, PermissionSections, PermissionText } from './PermissionSections.tsx'

type EffectivePermissionsProps = { userId: number }

/** It needs `clinic.user_admin` and, around it, a `QueryClientProvider`. */
export function EffectivePermissionsList({ userId }: EffectivePermissionsProps) {
  const api = useApi()
  const query = useQuery({
    ...atOnce,
    queryKey: ['effective permissions', userId],
    queryFn: ({ signal }) =>
      api.call('GET admin/users/{id}/permissions/', { params: { id: userId }, signal }),
    gcTime: 0,
  })
  if (query.error || !query.data) {
    return (
      <QueryStatus
        query={query}
        what="what this person may do"
        loading="Loading what this person may do"
      />
    )
  }
  return <Explained effective={query.data} />
}

function Explained({ effective }: { effective: Effective }) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [source, setSource] = useState('')
  const { results } = effective
  const sources = groupBySource(effective)
  const fitting = filterBySearch(results, search).filter(
    ({ sources: some }) => source === '' || some.some((one) => toKey(one) === source),
  )
  if (results.length === 0) {
    return <p>They have no groups and no permissions of their own.</p>
  }
  return (
    <div className="flex flex-col gap-4">
      {describeNothingOpens(effective) && (
        <p className="banner banner-warn">{describeNothingOpens(effective)}</p>
      )}
      <p>
        {counted(results.length, 'permission')}.{' '}
        {`${sources.map(({ text, count }) => `${text}: ${inFigures(count)}`).join(', ')}.`}
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          id={`${id}-search`}
          type="search"
          label="Find a permission"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SelectField
          id={`${id}-source`}
          label="Comes from"
          choices={[
            { value: '', label: 'Anywhere' },
            ...sources.map(({ key, text }) => ({ value: key, label: text })),
          ]}
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
      </div>
      <p role="status" className={fitting.length > 0 ? 'visually-hidden' : ''}>
        {fitting.length > 0 ? counted(fitting.length, 'permission') : 'No permissions match.'}
      </p>
      <PermissionSections
        permissions={fitting}
        isOpen={search.trim() !== '' || source !== ''}
        countOf={(some) => inFigures(some.length)}
        section={(some) => (
          <ul className="mt-1 flex flex-col">
            {some.map(({ name, sources: from }) => (
              <li
                key={name}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-1.5"
              >
                <PermissionText name={name} />
                <span className="flex flex-wrap gap-2">
                  {from.map((one) => (
                    <span key={toKey(one)} className="tag wrap-anywhere">
                      {formatSource(one)}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      />
    </div>
  )
}

const toKey = (source: PermissionSource) =>
  source.kind === 'group' ? `group ${source.id}` : source.kind

function formatSource(source: PermissionSource): string {
  if (source.kind === 'group') return `Group ${source.name}`
  return source.kind === 'personal' ? 'Given directly' : 'Superuser'
}

function groupBySource({ results }: Effective) {
  const found = new Map<string, { key: string; text: string; count: number }>()
  for (const source of results.flatMap(({ sources }) => sources)) {
    const key = toKey(source)
    const { count } = found.get(key) ?? { count: 0 }
    found.set(key, { key, text: formatSource(source), count: count + 1 })
  }
  return [...found.values()]
}

function describeNothingOpens({ is_active, works_here }: Effective): string | null {
  if (!is_active) return 'Their account is closed, so these permissions have no effect.'
  if (works_here) return null
  return 'They do not work here, so these permissions have no effect.'
}
