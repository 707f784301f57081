import {
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import { formatDate, formatDateTime, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { RequestInput, RequestResult } from '#machines/request.ts'
import { waitingPlaceMachine } from '#machines/waiting-list/waiting-place.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { formatPreference } from '../format-preference.ts'
import { waitingListCalls } from '../waiting-list-calls.ts'

const AGAIN_MS = 30_000

type ReadPlaces = UseQueryResult<{ results: WaitingListEntry[] }>

export const usePlaces = (calls: WaitingListCalls): ReadPlaces =>
  useQuery({
    queryKey: waitingListKey,
    queryFn: calls.list,
    refetchInterval: AGAIN_MS,
    retry: false,
    // An ended entry is no longer listed; what became of it stays until the page is left.
    structuralSharing: (before, now) => withEnded(before as OwnEntries, now as OwnEntries),
  })

type OwnEntries = { results: WaitingListEntry[] } | undefined

function withEnded(before: OwnEntries, now: OwnEntries) {
  const listed = new Set(now?.results.map(({ id }) => id))
  const ended = (before?.results ?? []).filter(
    ({ id, state }) => state !== 'waiting' && !listed.has(id),
  )
  return { results: [...ended, ...(now?.results ?? [])] }
}

type PlaceListProps = {
  entries: readonly WaitingListEntry[]
  calls: WaitingListCalls
  settings: PublicSettings
  appointmentHref: ((id: number) => string) | null
}

export function PlaceList({ entries, ...props }: PlaceListProps) {
  const queries = useQueryClient()
  return (
    <ul className="flex flex-col gap-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <WaitingPlace entry={entry} queries={queries} {...props} />
        </li>
      ))}
    </ul>
  )
}

/** It shows nothing where one waits for nothing. */
export function OwnPlaces({ api, settings }: { api: ApiClient; settings: PublicSettings }) {
  const [calls] = useState(() => waitingListCalls(api, () => null))
  const { data } = usePlaces(calls)
  if (!data || data.results.length === 0) return null
  return (
    <section aria-label="Waiting list" className="flex flex-col gap-4">
      <PlaceList
        entries={data.results}
        calls={calls}
        settings={settings}
        appointmentHref={(id) => `/user/appointments?appointment=${id}`}
      />
    </section>
  )
}

type WaitingPlaceProps = {
  entry: WaitingListEntry
  calls: WaitingListCalls
  queries: QueryClient
  settings: PublicSettings
  appointmentHref: ((id: number) => string) | null
}

function WaitingPlace({ entry, calls, queries, settings, ...props }: WaitingPlaceProps) {
  const { sending, answer, submit } = useRequest(waitingPlaceMachine, (action) =>
    answerOffer({ calls, queries, id: entry.id }, action),
  )
  const { timeZone } = settings
  const button = (
    of: RequestInput<typeof waitingPlaceMachine>,
    text: string,
    pendingLabel: string,
    look: 'primary' | 'secondary' | 'quiet',
  ) => (
    <Button
      look={look}
      pending={sending === of}
      pendingLabel={pendingLabel}
      unavailable={sending !== null}
      className={look === 'quiet' ? 'button-flush' : ''}
      onClick={() => submit(of)}
    >
      {text}
    </Button>
  )
  const isEnded = answer?.kind === 'left' || entry.state === 'left' || entry.state === 'expired'
  const { appointment, offer } = entry
  const headingId = `waiting-${entry.id}`
  return (
    <section aria-labelledby={headingId} className="card flex flex-col items-start gap-4">
      <h2 id={headingId} className="heading-2 wrap-anywhere">
        {offer && entry.state === 'waiting'
          ? 'A time is free for you'
          : entry.appointment_type.name}
      </h2>
      <div role="status" className="empty:hidden">
        {entry.state === 'booked' && <Booked {...{ entry, settings }} {...props} />}
        {isEnded && <p>You are no longer on the waiting list.</p>}
        {answer?.kind === 'declined' && (
          <p>You have declined the time. You are still on the waiting list.</p>
        )}
      </div>
      {entry.state === 'waiting' && !isEnded && (
        <>
          {offer ? (
            <Offered entry={entry} offer={offer} timeZone={timeZone} />
          ) : (
            <p className="wrap-anywhere">
              We will tell you when a time becomes free that suits you: {formatPreference(entry)}.
              {appointment &&
                ` Your appointment at ${formatDateTime(appointment.start, timeZone)} stays yours until you take an earlier time.`}
            </p>
          )}
          <PlaceAlert answer={answer} />
          <div className="flex flex-wrap gap-3">
            {offer &&
              button(
                'accept',
                appointment ? 'Move my appointment to this time' : 'Take this time',
                appointment ? 'Moving your appointment' : 'Booking',
                'primary',
              )}
            {offer && button('decline', 'I cannot come then', 'Sending your answer', 'secondary')}
            {button('leave', 'Leave the waiting list', 'Leaving', 'quiet')}
          </div>
        </>
      )}
    </section>
  )
}

type OfferedProps = {
  entry: WaitingListEntry
  offer: NonNullable<WaitingListEntry['offer']>
  timeZone: string
}

function Offered({ entry, offer, timeZone }: OfferedProps) {
  const { start, expires, site, clinician_name } = offer
  const isToday = plainDateAt(expires, timeZone) === plainDateAt(Date.now(), timeZone)
  const until = isToday
    ? formatTime(expires, timeZone)
    : `${formatTime(expires, timeZone)} on ${formatDate(expires, timeZone)}`
  return (
    <div className="banner banner-ok flex flex-col gap-2">
      <p>
        <strong>{formatDateTime(start, timeZone)}</strong>
      </p>
      <p className="wrap-anywhere">
        {entry.appointment_type.name} at {site.name}, with {clinician_name}
      </p>
      {entry.appointment && (
        <p>
          Instead of your appointment at {formatDateTime(entry.appointment.start, timeZone)},{' '}
          {entry.appointment.site.name}
        </p>
      )}
      <p>We keep it for you alone until {until}. After that it goes to the next person.</p>
    </div>
  )
}

function Booked({
  entry,
  settings,
  appointmentHref,
}: Pick<WaitingPlaceProps, 'entry' | 'settings' | 'appointmentHref'>) {
  const { appointment } = entry
  return (
    <div className="banner banner-ok flex flex-col gap-2">
      <p>
        {appointment ? (
          <>
            Your appointment is booked for{' '}
            <strong>{formatDateTime(appointment.start, settings.timeZone)}</strong> at{' '}
            {appointment.site.name}.
          </>
        ) : (
          'Your appointment is booked.'
        )}
      </p>
      {appointment && appointmentHref ? (
        <p>
          <a className="link" href={appointmentHref(appointment.id)}>
            See your appointment
          </a>
        </p>
      ) : (
        settings.sendsEmail && <p>We are sending you a confirmation with a link to it.</p>
      )}
    </div>
  )
}

function PlaceAlert({
  answer,
}: {
  answer: RequestResult<typeof waitingPlaceMachine> | { kind: 'unanswered' } | null
}) {
  if (answer?.kind === 'offline') {
    return <OfflineAlert>You are offline, so your answer was not sent.</OfflineAlert>
  }
  if (answer?.kind === 'unanswered') {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if yours arrived. It is safe to try again.
      </FormAlert>
    )
  }
  if (answer?.kind !== 'refused') return null
  return <FormAlert look="banner-warn">{answer.detail}</FormAlert>
}

type Deps = { calls: WaitingListCalls; queries: QueryClient; id: number }

const waitingListKey = ['waiting-list'] as const

type Shown = { results: WaitingListEntry[] }

async function answerOffer(
  { calls, queries, id }: Deps,
  action: RequestInput<typeof waitingPlaceMachine>,
): Promise<RequestResult<typeof waitingPlaceMachine>> {
  const shown = queries.getQueryData<Shown>(waitingListKey)
  const entry = shown?.results.find((one) => one.id === id)
  if (!entry) throw new Error('Nothing is answered')
  const show = (changed: WaitingListEntry) =>
    queries.setQueryData<Shown>(waitingListKey, {
      results: (shown?.results ?? []).map((one) => (one.id === id ? changed : one)),
    })
  try {
    if (action === 'leave') {
      await calls.leave(id)
      show({ ...entry, state: 'left', offer: null })
      return { kind: 'left' }
    }
    const params = { id, offer_id: entry.offer?.id ?? 0 }
    show(await calls[action](params))
    return { kind: action === 'accept' ? 'booked' : 'declined' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'offline' }
    if ([401, 404, 409, 429].includes(refusal.status)) {
      void queries.invalidateQueries({ queryKey: waitingListKey })
      return { kind: 'refused', detail: refusal.detail }
    }
    throw error
  }
}

type WaitingListCalls = ReturnType<typeof waitingListCalls>
