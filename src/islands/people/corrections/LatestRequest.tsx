import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { formatDate } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { requestedChanges } from './requested-changes.ts'

const decisions = {
  open: 'We have not decided yet.',
  replaced: '',
  accepted: 'We have corrected your details.',
  declined: 'We have not changed your details.',
} as const

export function LatestRequest() {
  const api = useApi()
  const timeZone = useTimeZone()
  const { data: request } = useQuery(latestRequestQuery(api))
  if (!request) return null
  const { state, created, answer, note } = request
  const requested = requestedChanges(request)
  return (
    <section aria-labelledby="latest-request" className="banner flex flex-col gap-2">
      <h2 id="latest-request" className="heading-3">
        Your request for a correction
      </h2>
      <p>
        On {formatDate(created, timeZone)} you asked us to correct your details. {decisions[state]}
      </p>
      {requested.length > 0 && (
        <ul className="list-disc ps-5">
          {requested.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {note && <p className="wrap-anywhere">You wrote: {note}</p>}
      {answer && <p className="wrap-anywhere">Our answer: {answer}</p>}
    </section>
  )
}

export const OWN_REQUESTS = ['correction-requests']

const latestRequestQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: OWN_REQUESTS,
    queryFn: async () => {
      const query = { ordering: '-created', page_size: 1 }
      return (await api.call('GET private/correctionrequests/', { query })).results[0] ?? null
    },
  })
