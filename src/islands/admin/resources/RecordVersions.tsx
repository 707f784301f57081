import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { RecordVersion } from '#lib/contract/admin/admin-resource.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import { ListFailed } from '../../ui/feedback/ListFailed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { type AdminScreen, fieldsOf, labelOf } from './admin-screen.ts'
import { fieldKinds } from './field-kinds.ts'

type RecordVersionsProps = { api: ApiClient; screen: AdminScreen; timeZone: string; id: number }

export function RecordVersions({ api, screen, timeZone, id }: RecordVersionsProps) {
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
      {versions.error && (
        <ListFailed
          what="the versions"
          error={versions.error}
          pending={versions.isFetching}
          onRetry={() => void versions.refetch()}
        />
      )}
      <ol className="flex flex-col gap-3">
        {versions.data?.map((each) => (
          <li key={`${each.version}.${each.subversion}`} className="card flex flex-col gap-2">
            <Version screen={screen} timeZone={timeZone} version={each} />
          </li>
        ))}
      </ol>
    </details>
  )
}

type VersionProps = Pick<RecordVersionsProps, 'screen' | 'timeZone'> & { version: RecordVersion }

function Version({ screen, timeZone, version: each }: VersionProps) {
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
            <dt>{labelOf(screen, field)}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              <Kept label={labelOf(screen, field)} text={textOf(screen, field, value)} />
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

function Kept({ label, text }: { label: string; text: string }) {
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

function textOf(screen: AdminScreen, field: string, value: unknown): string {
  const kind = fieldsOf(screen).find((one) => one.field === field)?.kind ?? 'text'
  return String(fieldKinds[kind].shown(value, undefined) ?? '')
}
