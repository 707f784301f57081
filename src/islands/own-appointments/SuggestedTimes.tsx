import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { Appointment, NewTimes } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { newTimeMachine } from '#machines/own-appointments/new-time.machine.ts'
import type { RequestInput, RequestResult } from '#machines/request.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../ui/feedback/FormAlert.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { useRequest } from '../ui/use-request.ts'
import { appointmentKey, newTimesKey } from './appointment/appointment-key.ts'
import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'

type SuggestedTimesProps = {
  calls: OwnAppointmentCalls
  queries: QueryClient
  timeZone: string
  onMoved: () => void
  onOutdated: () => void
  onOthers: () => void
}

/** It shows nothing where the appointment can stay as it is. */
export function SuggestedTimes({
  calls,
  queries,
  timeZone,
  onMoved,
  onOutdated,
  onOthers,
}: SuggestedTimesProps) {
  const { data, isError, isFetching, refetch } = useQuery<NewTimes>({
    ...atOnce,
    queryKey: newTimesKey(calls.id),
    queryFn: () => calls.newTimes(),
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { sending, answer, submit } = useRequest(newTimeMachine, (time) =>
    takeTime({ calls, queries }, time),
  )
  const isMoved = answer?.kind === 'moved'
  const isOutdated = answer?.kind === 'outdated'
  useEffect(() => {
    if (isMoved) onMoved()
    if (isOutdated) onOutdated()
  }, [isMoved, isOutdated, onMoved, onOutdated])
  const isShown = !isFetching || answer?.kind === 'taken'
  if (isError && !isFetching) {
    return (
      <section className="flex flex-col items-start gap-3 print:hidden">
        <p>We could not find out if your appointment can be kept as it is.</p>
        <Button look="secondary" onClick={() => void refetch()}>
          Look again
        </Button>
      </section>
    )
  }
  if (!data?.is_needed || !isShown || isMoved || isOutdated) return null
  const isBusy = sending !== null || isFetching
  return (
    <section
      aria-labelledby="new-time"
      className="banner banner-warn flex flex-col items-start gap-4 print:hidden"
    >
      <h2 id="new-time" className="heading-2">
        Please choose another time
      </h2>
      <p>
        We are sorry: we cannot keep your appointment as it is.{' '}
        {data.times.length > 0 ? 'These times are free.' : 'We have no times near it to suggest.'}
      </p>
      <NewTimeAlert kind={answer?.kind} />
      <ul className="flex flex-col gap-3">
        {data.times.map(({ start, site, clinician_name }) => (
          <li key={`${start} ${site.id}`}>
            <Button
              look="secondary"
              className="text-left"
              pending={sending?.start === start && sending.siteId === site.id}
              pendingLabel="Moving your appointment"
              unavailable={isBusy}
              onClick={() => submit({ start, siteId: site.id })}
            >
              {formatDateTime(start, timeZone)}, {site.name}, {clinician_name}
            </Button>
          </li>
        ))}
      </ul>
      <Button look="quiet" unavailable={isBusy} onClick={onOthers}>
        See other times
      </Button>
    </section>
  )
}

type AlertProps = {
  kind: RequestResult<typeof newTimeMachine>['kind'] | 'unanswered' | undefined
}

function NewTimeAlert({ kind }: AlertProps) {
  if (kind === 'offline') {
    return <OfflineAlert>You are offline, so your appointment has not been moved.</OfflineAlert>
  }
  if (kind === 'unanswered') {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if your appointment was moved. It is safe to
        choose again.
      </FormAlert>
    )
  }
  if (kind !== 'taken') return null
  return (
    <FormAlert look="banner-danger">Somebody else has taken this time. Choose another.</FormAlert>
  )
}

type Deps = { calls: OwnAppointmentCalls; queries: QueryClient }

async function takeTime(
  { calls, queries }: Deps,
  { start, siteId: site_id }: RequestInput<typeof newTimeMachine>,
): Promise<RequestResult<typeof newTimeMachine>> {
  const key = appointmentKey(calls.id)
  const seen = queries.getQueryData<Appointment>(key)
  if (!seen) throw new Error('No appointment is shown')
  try {
    const moved = await calls.reschedule({ version: seen.version, start, site_id })
    queries.setQueryData(key, moved)
    return { kind: 'moved' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'offline' }
    if (refusal.code === 'slot_taken') {
      void queries.refetchQueries({ queryKey: newTimesKey(calls.id) })
      return { kind: 'taken' }
    }
    if ([401, 404, 409].includes(refusal.status)) return { kind: 'outdated' }
    throw error
  }
}
