import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Merge } from '#lib/contract/duplicates.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { ListFailed } from '../../ui/ListFailed.tsx'
import { mergesQuery } from './duplicate-queries.ts'

type MergesListProps = {
  api: ApiClient
  timeZone: string
  /** The merge that is being taken back. */
  undoing: number | null
  busy: boolean
  onUndo: (merge: Merge) => void
}

/** What was merged last, to be taken back; nothing while there is none. */
export function MergesList({ api, timeZone, undoing, busy, onUndo }: MergesListProps) {
  const query = useQuery(mergesQuery(api))
  if (query.error) {
    return (
      <ListFailed
        what="what was merged"
        error={query.error}
        pending={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const merges = query.data?.results ?? []
  if (merges.length === 0) return null
  return (
    <section aria-label="Merged lately" className="flex flex-col gap-3">
      <h2 className="heading-2">Merged lately</h2>
      <ul className="flex flex-col gap-3">
        {merges.map((merge) => (
          <li
            key={merge.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3"
          >
            <span className="min-w-0 wrap-anywhere">
              {merge.merged.full_name} (number {merge.merged.id}) into {merge.kept.full_name}{' '}
              (number {merge.kept.id}), {formatDateTime(merge.at, timeZone)}
              {merge.by && `, by ${merge.by.full_name}`}
              {merge.undone_at && `. Taken back ${formatDateTime(merge.undone_at, timeZone)}`}
            </span>
            {!merge.undone_at && (
              <Button
                look="secondary"
                small
                pending={undoing === merge.id}
                pendingLabel="Taking back"
                unavailable={busy}
                onClick={() => onUndo(merge)}
              >
                Take back
                <span className="visually-hidden">
                  {' '}
                  the merge of {merge.merged.full_name}, number {merge.merged.id}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
