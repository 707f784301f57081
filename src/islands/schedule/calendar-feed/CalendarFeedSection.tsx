import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { RequestInput, RequestResult } from '#machines/request.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LossQuestion } from '../../ui/dialog/LeaveQuestion.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { atOnce } from '../../ui/form/at-once.ts'
import { useRequest } from '../../ui/use-request.ts'

const calendarFeedQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['calendar-feed'],
    queryFn: () => api.call('GET admin/calendar-feed/'),
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })

type Deps = { api: ApiClient; queries: QueryClient }

/** Changes the calendar feed over the API. Its address is stored nowhere but on the page. */
async function changeFeed(
  { api, queries }: Deps,
  change: RequestInput<typeof calendarFeedMachine>,
): Promise<RequestResult<typeof calendarFeedMachine>> {
  const { queryKey } = calendarFeedQuery(api)
  try {
    if (change === 'end') {
      await api.call('DELETE admin/calendar-feed/')
      queries.setQueryData(queryKey, (shown) => shown && { ...shown, feed: null })
      return { kind: 'ended' }
    }
    const { address, ...shown } = await api.call('POST admin/calendar-feed/')
    queries.setQueryData(queryKey, shown)
    return { kind: 'made', address }
  } catch (error) {
    if (certainRefusal(error).isUnsent) return { kind: 'offline' }
    throw error
  }
}

type CalendarFeedSectionProps = { queries: QueryClient }

export function CalendarFeedSection({ queries }: CalendarFeedSectionProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const feed = useQuery(calendarFeedQuery(api))
  const { sending, answer, submit, reset } = useRequest(calendarFeedMachine, changeShown)
  const [address, setAddress] = useState<string | null>(null)
  async function changeShown(change: RequestInput<typeof calendarFeedMachine>) {
    if (change !== 'end') setAddress(null)
    const result = await changeFeed({ api, queries }, change).catch((error: unknown) => {
      setAddress(null)
      throw error
    })
    if (result.kind === 'made') setAddress(result.address)
    if (result.kind === 'ended') setAddress(null)
    return result
  }
  const isUnknown = answer?.kind === 'unanswered'
  const isLoading = feed.isFetching
  const isFailed = feed.isError && !isLoading
  const shown = feed.data
  const lookAgain = () => {
    reset()
    void feed.refetch()
  }
  return (
    <section aria-labelledby="calendar-feed" className="flex flex-col items-start gap-4">
      <h2 id="calendar-feed" className="heading-2">
        Your schedule in your own calendar
      </h2>
      {isLoading && <Loading label="Looking for your calendar feed" />}
      {shown && (
        <>
          <p>
            Outlook, Google Calendar and Apple Calendar can show your schedule and keep it up to
            date. They get the time, the service and the room of each appointment
            {shown.shows_names
              ? ', and the name of the patient. Keep the address to yourself.'
              : ', and no names of patients.'}
          </p>
          {shown.feed && (
            <p className="hint">
              Made at {formatDateTime(shown.feed.created, timeZone)}.{' '}
              {shown.feed.last_read
                ? `Last read by a calendar at ${formatDateTime(shown.feed.last_read, timeZone)}.`
                : 'No calendar has read it yet.'}
            </p>
          )}
        </>
      )}
      {address !== null && <FeedAddress address={address} />}
      {answer?.kind === 'offline' && (
        <OfflineAlert>
          You are offline, so nothing was changed. Try again when you have a connection.
        </OfflineAlert>
      )}
      {isUnknown || isFailed ? (
        <>
          <FormAlert look="banner-danger">
            {isUnknown
              ? 'We did not get an answer, so we do not know if that worked. An address that was made was not shown: replace it.'
              : 'We could not look up your calendar feed. Check your connection and try again.'}
          </FormAlert>
          <Button onClick={lookAgain}>Look again</Button>
        </>
      ) : (
        shown &&
        !isLoading && (
          <FeedButtons isMade={shown.feed !== null} sending={sending} onChange={submit} />
        )
      )}
    </section>
  )
}

/** Shown this once, because only its hash is kept. */
function FeedAddress({ address }: { address: string }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is news
  useEffect(() => box.current?.focus(), [address])
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="banner banner-ok flex w-full flex-col items-start gap-3"
    >
      <p className="font-semibold">Copy this address now. We cannot show it again.</p>
      <p className="break-all">{address}</p>
      <CopyButton label="Copy address" text={address} onCopied={() => notify('Address copied')} />
      <ul className="list-disc pl-5">
        <li>Outlook: Add calendar, then Subscribe from web</li>
        <li>Google Calendar on a computer: Other calendars, then From URL</li>
        <li>Apple Calendar: File, then New Calendar Subscription</li>
      </ul>
      <p>
        Anyone with the address can read it. Changes take some hours to arrive in some calendars.
      </p>
    </div>
  )
}

type FeedButtonsProps = {
  isMade: boolean
  sending: RequestInput<typeof calendarFeedMachine> | null
  onChange: (change: RequestInput<typeof calendarFeedMachine>) => void
}

function FeedButtons({ isMade, sending, onChange }: FeedButtonsProps) {
  const [asked, setAsked] = useState<'replace' | 'end' | null>(null)
  if (!isMade) {
    return (
      <Button
        look="secondary"
        pending={sending !== null}
        pendingLabel="Making an address"
        onClick={() => onChange('make')}
      >
        Make a calendar address
      </Button>
    )
  }
  if (asked) {
    return (
      <LossQuestion
        {...questions[asked]}
        otherwise="Keep it"
        onAction={() => {
          setAsked(null)
          onChange(asked)
        }}
        onOtherwise={() => setAsked(null)}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        look="secondary"
        pending={sending === 'replace'}
        pendingLabel="Making an address"
        unavailable={sending !== null}
        onClick={() => setAsked('replace')}
      >
        Replace the address
      </Button>
      <Button
        look="danger"
        pending={sending === 'end'}
        pendingLabel="Ending the feed"
        unavailable={sending !== null}
        onClick={() => setAsked('end')}
      >
        End the feed
      </Button>
    </div>
  )
}

const questions = {
  replace: {
    question: 'Replace the address? Calendars with the old one stop showing your schedule.',
    action: 'Replace the address',
  },
  end: {
    question: 'End your calendar feed? Calendars that read it stop showing your schedule.',
    action: 'End the feed',
  },
} as const
