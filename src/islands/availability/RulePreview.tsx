import type { UseQueryResult } from '@tanstack/react-query'
import type { AvailabilityPreview } from '#lib/contract/availabilities.ts'
import { formatPlainDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useTimeZone } from '../identity/island-context.ts'

type RulePreviewProps = { query: UseQueryResult<AvailabilityPreview> }

const MOST_CLASHES = 3

export function RulePreview({ query }: RulePreviewProps) {
  const { data, error } = query
  return (
    <section aria-label="Preview" className="rounded bg-sunken p-4">
      <div role="status" aria-busy={query.isFetching}>
        {error ? (
          <p>We cannot show a preview of these hours.</p>
        ) : data ? (
          <p className="font-semibold">{data.description}</p>
        ) : (
          <p>Choose a clinician and a room to see a preview.</p>
        )}
      </div>
      {!error && data && <Details preview={data} />}
    </section>
  )
}

function Details({ preview }: { preview: AvailabilityPreview }) {
  const timeZone = useTimeZone()
  const { next, count, clashes, orphaned } = preview
  return (
    <>
      {next.length > 0 && (
        <>
          <p className="mt-2">{count === 1 ? 'One day:' : `${count} days, starting with:`}</p>
          <ul className="columns-1 sm:columns-2">
            {next.slice(0, 6).map(({ date, start, end }) => (
              <li key={start}>
                {formatPlainDate(date)}, {formatTimeRange(start, end, timeZone)}
              </li>
            ))}
          </ul>
        </>
      )}
      {clashes.length > 0 && (
        <div className="mt-3 font-semibold text-danger">
          <p>This cannot be saved:</p>
          <ul className="list-disc ps-5">
            {clashes.slice(0, MOST_CLASHES).map((clash) => (
              <li key={`${clash.availability_id} ${clash.start}`}>{clash.detail}</li>
            ))}
            {clashes.length > MOST_CLASHES && <li>There are more days like these</li>}
          </ul>
        </div>
      )}
      {orphaned.length > 0 && (
        <p className="mt-3 font-semibold text-warning">
          This affects {counted(orphaned.length, 'appointment')}. You can choose what to do with{' '}
          {orphaned.length === 1 ? 'it' : 'each one'} when you save.
        </p>
      )}
    </>
  )
}
