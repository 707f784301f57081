import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { Appointment, NewTimes } from '#lib/contract/booking.ts'
import { attendanceMachine } from '#machines/own-appointments/attendance.machine.ts'
import type { RequestResult } from '#machines/request.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { appointmentKey, newTimesKey } from './appointment-key.ts'
import type { OwnAppointmentCalls } from './own-appointment-calls.ts'

/** No reminder is earlier, so nobody is asked earlier. */
const ASKED_DAYS = 30
const DAY = 86_400_000

type AttendanceProps = {
  appointment: Appointment
  calls: OwnAppointmentCalls
  queries: QueryClient
  onOutdated: () => void
}

/** Asks whether the patient will come, before the appointment begins: not where it cannot be kept. */
export function Attendance(props: AttendanceProps) {
  const { data: newTimes } = useQuery<NewTimes>({
    queryKey: newTimesKey(props.appointment.id),
    queryFn: skipToken,
  })
  const { status, start, attendance } = props.appointment
  const ahead = Date.parse(start) - Date.now()
  const isAsked = attendance !== null || ahead <= ASKED_DAYS * DAY
  const isDue = status === 'booked' && ahead > 0 && isAsked && !newTimes?.is_needed
  return isDue ? <AttendanceQuestion {...props} /> : null
}

function AttendanceQuestion({ appointment, calls, queries, onOutdated }: AttendanceProps) {
  const { sending, answer, submit } = useRequest(attendanceMachine, (isComing) =>
    sendAttendance({ calls, queries }, isComing),
  )
  const isOutdated = answer?.kind === 'outdated'
  useEffect(() => {
    if (isOutdated) onOutdated()
  }, [isOutdated, onOutdated])
  const { is_coming: answered } = appointment.attendance ?? { is_coming: null }
  const button = (isComing: boolean) => (
    <Button
      look={answered === null && isComing ? 'primary' : 'secondary'}
      pending={sending === isComing}
      pendingLabel="Sending your answer"
      unavailable={sending !== null}
      onClick={() => submit(isComing)}
    >
      {isComing ? 'I will come' : 'I cannot come'}
    </Button>
  )
  return (
    <section aria-labelledby="attendance" className="flex flex-col gap-3 print:hidden">
      <h2 id="attendance" className="heading-2">
        Will you come?
      </h2>
      <div role="status" className="empty:hidden">
        <Answered appointment={appointment} />
      </div>
      <AttendanceAlert kind={answer?.kind} />
      <div className="flex flex-wrap gap-3">
        {answered !== true && button(true)}
        {answered !== false && button(false)}
      </div>
    </section>
  )
}

function Answered({ appointment }: { appointment: Appointment }) {
  const { attendance, changeable_until } = appointment
  if (attendance === null) return null
  if (attendance.is_coming) {
    return <p className="banner banner-ok">Thank you. You said that you will come.</p>
  }
  const mayChange = Date.parse(changeable_until ?? '') > Date.now()
  return (
    <p className="banner banner-warn">
      You said that you cannot come.{' '}
      {mayChange
        ? 'The time is still yours. Please move or cancel your appointment, so that somebody else can have it.'
        : 'The branch can see your answer.'}
    </p>
  )
}

type AlertProps = {
  kind: RequestResult<typeof attendanceMachine>['kind'] | 'unanswered' | undefined
}

function AttendanceAlert({ kind }: AlertProps) {
  if (kind === 'offline') {
    return <OfflineAlert>You have no connection, so your answer was not sent.</OfflineAlert>
  }
  if (kind === 'unanswered') {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if yours arrived. It is safe to try again.
      </FormAlert>
    )
  }
  if (kind !== 'outdated') return null
  return (
    <FormAlert look="banner-warn">
      Your appointment has changed. Look at the time and answer again.
    </FormAlert>
  )
}

type Deps = { calls: OwnAppointmentCalls; queries: QueryClient }

async function sendAttendance(
  { calls, queries }: Deps,
  isComing: boolean,
): Promise<RequestResult<typeof attendanceMachine>> {
  const key = appointmentKey(calls.id)
  const seen = queries.getQueryData<Appointment>(key)
  if (!seen) throw new Error('No appointment is shown')
  try {
    const answered = await calls.answerAttendance({ is_coming: isComing, start: seen.start })
    queries.setQueryData(key, answered)
    return { kind: 'saved' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'offline' }
    if ([401, 404, 409].includes(refusal.status)) return { kind: 'outdated' }
    throw error
  }
}
