import type { QueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom, EventFromLogic, SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment, Slot, WeeklyAvailability } from '#lib/contract/booking.ts'
import {
  formatDateTime,
  formatTime,
  mondayBefore,
  plainDateAt,
} from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { inSentence } from '#lib/text/label-text.ts'
import type {
  NewTime,
  rescheduleOwnMachine,
} from '#machines/own-appointments/reschedule-own.machine.ts'
import { SlotPicker } from '../booking/choose/SlotPicker.tsx'
import { useWeek } from '../booking/choose/week-query.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../ui/feedback/FormAlert.tsx'
import { SummaryRow } from '../ui/SummaryRow.tsx'
import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'
import { useReconnection } from './appointment/use-reconnection.ts'
import { EarlierTimeLink } from './EarlierTimeLink.tsx'
import { rescheduleOwnWithActors } from './own-appointment.actors.ts'
import { PageHeading } from './PageHeading.tsx'

type RescheduleOwnProps = {
  appointment: Appointment
  api: ApiClient
  calls: OwnAppointmentCalls
  queries: QueryClient
  settings: PublicSettings
  /** It ended by having been moved or otherwise. */
  onLeft: (isMoved: boolean) => void
}

export function RescheduleOwn(props: RescheduleOwnProps) {
  const { appointment: decided, calls, queries, settings, onLeft } = props
  const { timeZone, productName } = settings
  const [machine] = useState(() =>
    rescheduleOwnWithActors({ calls, queries, appointment: decided }),
  )
  const [snapshot, send, actor] = useMachine(machine)
  const { shown, look } = useMoveHistory(actor, snapshot, () => ({
    week: mondayBefore(plainDateAt(decided.start, timeZone)),
    day: null,
    site: decided.site.slug,
  }))
  useReconnection(send, snapshot.matches('unanswered'))
  const isOver = snapshot.status === 'done'
  const isMoved = snapshot.matches('moved')
  useEffect(() => {
    if (!isOver) return
    leaveMoveHistory()
    onLeft(isMoved)
  }, [isOver, isMoved, onLeft])
  const { time, notice } = snapshot.context
  const isChecking = snapshot.matches('checking')
  const isSending = snapshot.matches('moving') || isChecking
  const leave = (
    <Button
      look="quiet"
      className="button-flush"
      unavailable={isSending}
      onClick={() => send({ type: 'rescheduling.left' })}
    >
      Keep the current time
    </Button>
  )
  if (snapshot.matches('choosingTime')) {
    return (
      <div className="flex flex-col gap-6">
        <PageHeading text="Choose another time" productName={productName} />
        <p>
          Your {inSentence(decided.appointment_type.name)} is booked for{' '}
          <strong>{formatDateTime(props.appointment.start, timeZone)}</strong>,{' '}
          {props.appointment.site.name}. You will keep this time until you confirm a new one.
        </p>
        {notice?.kind === 'slotTaken' && (
          <p role="alert" className="banner banner-warn">
            {formatTime(notice.start, timeZone)} is no longer available. Choose another time.
          </p>
        )}
        {notice?.kind === 'refused' && (
          <p role="alert" className="banner banner-warn">
            Your appointment has not been moved. {notice.detail}
          </p>
        )}
        <Times
          {...props}
          shown={shown}
          onShown={look}
          onChosen={(slot) =>
            send({
              type: 'time.chosen',
              time: {
                start: slot.start,
                day: plainDateAt(slot.start, timeZone),
                site: slot.site,
              },
            })
          }
        />
        <EarlierTimeLink calls={calls} />
        <div>{leave}</div>
      </div>
    )
  }
  if (snapshot.matches('changed')) {
    return (
      <div className="flex flex-col gap-6">
        <PageHeading text="This appointment has changed" productName={productName} />
        <p role="alert" className="banner banner-warn">
          The clinic changed it while you were choosing. It is now at{' '}
          {formatDateTime(props.appointment.start, timeZone)}, {props.appointment.site.name}. We
          have not moved it.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => send({ type: 'change.seen' })}>Choose another time</Button>
          {leave}
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <PageHeading text="Check the new time" productName={productName} />
      <dl className="summary-list">
        <SummaryRow name="Service">{decided.appointment_type.name}</SummaryRow>
        <SummaryRow name="Current time">
          {formatDateTime(decided.start, timeZone)}, {decided.site.name}
        </SummaryRow>
        {time && (
          <SummaryRow
            name="New time"
            {...(snapshot.matches('confirming') && {
              onChange: () => send({ type: 'time.changed' }),
            })}
          >
            <strong>{formatDateTime(time.start, timeZone)}</strong>, {time.site.name}
          </SummaryRow>
        )}
      </dl>
      {snapshot.matches('unanswered') ? (
        <>
          <FormAlert look="banner-danger">
            We did not get an answer, so we do not know if your appointment was moved. When the
            connection is back, we will check and show you. It is safe to try again.
          </FormAlert>
          <div>
            <Button onClick={() => send({ type: 'move.retried' })}>Try again</Button>
          </div>
        </>
      ) : (
        <>
          {notice?.kind === 'notMoved' && (
            <FormAlert look="banner-warn">
              Your appointment has not been moved. Move it now if you still want to.
            </FormAlert>
          )}
          {notice?.kind === 'unsent' && (
            <OfflineAlert>
              You are offline, so your appointment has not been moved. Try again when you have a
              connection.
            </OfflineAlert>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              pending={isSending}
              pendingLabel={isChecking ? 'Checking your appointment' : 'Moving'}
              onClick={() => send({ type: 'move.confirmed' })}
            >
              Move appointment
            </Button>
            {leave}
          </div>
        </>
      )}
    </div>
  )
}

type TimesProps = RescheduleOwnProps & {
  shown: Shown
  onShown: (change: Partial<Shown>) => void
  onChosen: (slot: Slot) => void
}

function Times({
  appointment,
  api,
  calls,
  settings: { timeZone },
  shown,
  onShown,
  onChosen,
}: TimesProps) {
  const { week, day, site } = shown
  const request = {
    api,
    slug: appointment.appointment_type.slug,
    key: null,
    monday: week,
    site,
    holdToken: () => null,
    moved: calls,
  }
  // A time that was lost a moment ago is not to be offered again.
  const query = useWeek(request, { staleTime: 0 })
  const status = query.isPending || query.isPlaceholderData ? 'loading' : 'ready'
  return (
    <SlotPicker
      timeZone={timeZone}
      today={plainDateAt(Date.now(), timeZone)}
      requestedWeek={week}
      week={query.data ? withoutOwnTime(appointment, query.data) : null}
      status={query.isLoadingError ? 'failed' : status}
      day={day}
      site={site}
      onWeekChosen={(date, chosenDay) => onShown({ week: mondayBefore(date), day: chosenDay })}
      onDaySelected={(date) => onShown({ day: date })}
      onSiteSelected={(slug) => onShown({ site: slug })}
      onSlotSelected={onChosen}
      onRetry={() => void query.refetch()}
    />
  )
}

const withoutOwnTime = (appointment: Appointment, week: WeeklyAvailability) => ({
  ...week,
  days: week.days.map(({ date, slots }) => ({
    date,
    slots: slots.filter(
      ({ start, site }) =>
        Date.parse(start) !== Date.parse(appointment.start) || site.id !== appointment.site.id,
    ),
  })),
})

type Shown = { week: string; day: string | null; site: string | null }

type Step = 'choose' | 'check'
type StepEntry = { step: Step; shown: Shown; time: NewTime | null }
/** `depth` entries before it is the appointment. */
type Entry = { depth: number } & (StepEntry | { step: 'appointment' })
type MoveSnapshot = SnapshotFrom<typeof rescheduleOwnMachine>

/**
 * History entries for each step of a move, and for each week, day and site that is looked at, so that
 * the browser's back button leads through them to the appointment. A reload shows the appointment.
 */
function useMoveHistory(
  actor: ActorRefFrom<typeof rescheduleOwnMachine>,
  snapshot: MoveSnapshot,
  first: () => Shown,
) {
  const [shown, setShown] = useState(first)
  const step = findStep(snapshot)
  const { time } = snapshot.context

  useEffect(() => {
    history.scrollRestoration = 'manual'
    mark({ depth: 0, step: 'appointment' }, 'replaceState')
  }, [])

  useEffect(() => {
    if (step && currentEntry()?.step !== step) push({ step, shown, time })
  }, [step, shown, time])

  useEffect(() => {
    const follow = () => {
      const entry = currentEntry()
      if (!entry) return
      if (entry.step !== 'appointment') setShown(entry.shown)
      const way = waysTo(entry).find((event) => actor.getSnapshot().can(event))
      if (way) actor.send(way)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [actor])

  const look = (change: Partial<Shown>) => {
    const next = { ...shown, ...change }
    setShown(next)
    push({ step: 'choose', shown: next, time: null })
  }
  return { shown, look }
}

function leaveMoveHistory() {
  const depth = currentEntry()?.depth
  if (depth) history.go(-depth)
}

function findStep(snapshot: MoveSnapshot): Step | null {
  if (snapshot.status === 'done' || snapshot.matches('changed')) return null
  return snapshot.matches('choosingTime') ? 'choose' : 'check'
}

function waysTo(entry: Entry): EventFromLogic<typeof rescheduleOwnMachine>[] {
  if (entry.step === 'appointment') return [{ type: 'rescheduling.left' }]
  if (entry.step === 'choose') return [{ type: 'time.changed' }, { type: 'change.seen' }]
  return entry.time ? [{ type: 'time.chosen', time: entry.time }] : []
}

const currentEntry = () => (history.state as { move?: Entry } | null)?.move ?? null

const push = (entry: StepEntry) =>
  mark({ ...entry, depth: (currentEntry()?.depth ?? 0) + 1 }, 'pushState')

const mark = (move: Entry, how: 'pushState' | 'replaceState') =>
  history[how]({ ...history.state, move }, '')
