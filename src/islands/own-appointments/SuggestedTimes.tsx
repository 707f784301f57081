import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { NewTimes } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { newTimeMachine } from '#machines/own-appointments/new-time.machine.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../ui/feedback/FormAlert.tsx'
import { newTimesKey } from './appointment/appointment-key.ts'
import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'
import { newTimeWithActors } from './new-time.actors.ts'

type SuggestedTimesProps = {
  calls: OwnAppointmentCalls
  queries: QueryClient
  timeZone: string
  onMoved: () => void
  /** The appointment is not as it was shown. */
  onOutdated: () => void
  /** They want to see all times. */
  onOthers: () => void
}

/** Where an appointment cannot be kept as it is: near times to choose from. Else nothing. */
export function SuggestedTimes({
  calls,
  queries,
  timeZone,
  onMoved,
  onOutdated,
  onOthers,
}: SuggestedTimesProps) {
  const [machine] = useState(() => newTimeWithActors({ calls, queries }))
  const [snapshot, send] = useMachine(machine)
  const { data } = useQuery<NewTimes>({ queryKey: newTimesKey(calls.id), queryFn: skipToken })
  const isMoved = snapshot.matches('moved')
  const isOutdated = snapshot.matches('outdated')
  useEffect(() => {
    if (isMoved) onMoved()
    if (isOutdated) onOutdated()
  }, [isMoved, isOutdated, onMoved, onOutdated])
  const isShown =
    snapshot.matches('offering') || snapshot.matches('moving') || snapshot.context.isTaken
  if (snapshot.matches('loadFailed')) {
    return (
      <section className="flex flex-col items-start gap-3 print:hidden">
        <p>We could not find out if your appointment can be kept as it is.</p>
        <Button look="secondary" onClick={() => send({ type: 'loading.retried' })}>
          Look again
        </Button>
      </section>
    )
  }
  if (!data?.is_needed || !isShown || isMoved || isOutdated) return null
  const chosen = snapshot.matches('moving') ? snapshot.context.time : null
  const isBusy = snapshot.matches('moving') || snapshot.matches('loading')
  return (
    <section
      aria-labelledby="new-time"
      className="banner banner-warning flex flex-col items-start gap-4 print:hidden"
    >
      <h2 id="new-time" className="heading-2">
        Please choose another time
      </h2>
      <p>
        We are sorry: we cannot keep your appointment as it is.{' '}
        {data.times.length > 0 ? 'These times are free.' : 'We have no times near it to suggest.'}
      </p>
      <NewTimeAlert snapshot={snapshot} />
      <ul className="flex flex-col gap-3">
        {data.times.map(({ start, site, clinician_name }) => (
          <li key={`${start} ${site.id}`}>
            <Button
              look="secondary"
              className="text-left"
              pending={chosen?.start === start && chosen.siteId === site.id}
              pendingLabel="Moving your appointment"
              unavailable={isBusy}
              onClick={() => send({ type: 'time.chosen', start, siteId: site.id })}
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

function NewTimeAlert({ snapshot }: { snapshot: SnapshotFrom<typeof newTimeMachine> }) {
  if (snapshot.matches({ offering: 'offline' })) {
    return <OfflineAlert>You are offline, so your appointment has not been moved.</OfflineAlert>
  }
  if (snapshot.matches({ offering: 'unanswered' })) {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if your appointment was moved. It is safe to
        choose again.
      </FormAlert>
    )
  }
  if (!snapshot.context.isTaken) return null
  return (
    <FormAlert look="banner-danger">Somebody else has taken this time. Choose another.</FormAlert>
  )
}
