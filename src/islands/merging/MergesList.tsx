import { useQuery } from '@tanstack/react-query'
import type { Merge } from '#lib/contract/merging.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { mergesQuery } from './duplicate-queries.ts'
import { TakeBackRow } from './TakeBackRow.tsx'

type MergesListProps = {
  undoing: number | null
  busy: boolean
  onUndo: (merge: Merge) => void
}

export function MergesList({ undoing, busy, onUndo }: MergesListProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const query = useQuery(mergesQuery(api))
  if (query.error) {
    return <QueryStatus query={query} what="recent merges" />
  }
  const merges = query.data?.results ?? []
  if (merges.length === 0) return null
  return (
    <section aria-label="Recent merges" className="flex flex-col gap-3">
      <h2 className="heading-2">Recent merges</h2>
      <ul className="flex flex-col gap-3">
        {merges.map((merge) => (
          <TakeBackRow
            key={merge.id}
            what={
              merge.undone_at
                ? null
                : `the merge of ${merge.merged.full_name}, number ${merge.merged.id}`
            }
            pending={undoing === merge.id}
            busy={busy}
            onTakeBack={() => onUndo(merge)}
          >
            {merge.merged.full_name} (number {merge.merged.id}) into {merge.kept.full_name} (number{' '}
            {merge.kept.id}), {formatDateTime(merge.at, timeZone)}
            {merge.by && `, by ${merge.by.full_name}`}
            {merge.undone_at && `. Undone ${formatDateTime(merge.undone_at, timeZone)}`}
          </TakeBackRow>
        ))}
      </ul>
    </section>
  )
}
