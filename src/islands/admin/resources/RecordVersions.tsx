import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { RecordVersion } from '#lib/contract/admin/admin-resource.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { type AdminScreen, screenFieldLabel, screenFields } from './admin-screen.ts'
import { fieldKinds } from './field-kinds.ts'

const DefinitionChanges = lateComponent(
  async () => (await import('../../forms/build/DefinitionChanges.tsx')).DefinitionChanges,
)

type RecordVersionsProps = { screen: AdminScreen; id: number }

export function RecordVersions({ screen, id }: RecordVersionsProps) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const versions = useQuery({
    queryKey: [screen.of.path, id, 'versions'],
    queryFn: ({ signal }) => resourceClient(api, screen.of).versions(id, signal),
    enabled: isOpen,
    gcTime: 0,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-2 font-semibold">All versions</summary>
      {versions.isLoading && <Loading label="Loading the versions" />}
      <QueryStatus query={versions} what="the versions" />
      <ol className="flex flex-col gap-3">
        {versions.data?.map((each, place, all) => (
          <li key={`${each.version}.${each.subversion}`} className="card flex flex-col gap-2">
            <Version screen={screen} version={each} earlier={all[place + 1]} />
          </li>
        ))}
      </ol>
    </details>
  )
}

type VersionProps = Pick<RecordVersionsProps, 'screen'> & {
  version: RecordVersion
  earlier: RecordVersion | undefined
}

function Version({ screen, version: each, earlier }: VersionProps) {
  const timeZone = useTimeZone()
  const by = each.made_by_name ? `, by ${each.made_by_name}` : ''
  return (
    <>
      <h3 className="font-semibold">
        Version {each.version}.{each.subversion}
      </h3>
      <p className="text-ink-soft">
        {formatDateTime(each.made, timeZone)}
        {by}
      </p>
      <dl className="summary-list">
        {Object.entries(each.kept).map(([field, value]) => (
          <div key={field}>
            <dt>{screenFieldLabel(screen, field)}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {findKind(screen, field) === 'form' && earlier && (
                <DefinitionChanges
                  earlier={earlier.kept[field] as FormItem[]}
                  later={value as FormItem[]}
                />
              )}
              {findKind(screen, field) === 'form' ? (
                <details>
                  <summary className="cursor-pointer py-2">JSON of all items</summary>
                  <StoredText
                    label={screenFieldLabel(screen, field)}
                    text={toText(screen, field, value)}
                  />
                </details>
              ) : (
                <StoredText
                  label={screenFieldLabel(screen, field)}
                  text={toText(screen, field, value)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Longer ones scroll, by keyboard too. */
const MOST_LINES = 12
const MOST_CHARACTERS = 600

function StoredText({ label, text }: { label: string; text: string }) {
  if (text.length <= MOST_CHARACTERS && text.split('\n').length <= MOST_LINES) {
    return text || 'None'
  }
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto"
    >
      {text}
    </section>
  )
}

const findKind = (screen: AdminScreen, field: string) =>
  screenFields(screen).find((one) => one.field === field)?.kind ?? 'text'

function toText(screen: AdminScreen, field: string, value: unknown): string {
  return String(fieldKinds[findKind(screen, field)].shown(value, undefined) ?? '')
}
