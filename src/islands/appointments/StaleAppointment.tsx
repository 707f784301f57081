import { useEffect, useRef } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { AppointmentAction } from '#machines/appointments/appointment-action.machine.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { describeAppointmentChange, whyImpossible } from './describe-appointment-change.ts'

type StaleAppointmentProps = {
  change: string
  /** It is undefined where what was shown is not known any more. */
  before: ClinicAppointment | undefined
  now: ClinicAppointment
  action: AppointmentAction | null
  onGoOn: () => void
  onLeave: () => void
}

export function StaleAppointment(props: StaleAppointmentProps) {
  const timeZone = useTimeZone()
  const { change, before, now, action, onGoOn, onLeave } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const changes = before ? describeAppointmentChange(before, now, timeZone) : []
  const why = action ? whyImpossible(action.kind, now) : ''
  const chosen =
    action?.kind === 'complete'
      ? now.offered_outcomes.filter(({ id }) => action.outcomeIds.includes(id))
      : []
  return (
    <section
      ref={section}
      role="alert"
      tabIndex={-1}
      className="banner banner-warning flex flex-col items-start gap-3"
    >
      <p>{change} The details above are up to date.</p>
      {changes.length > 0 && (
        <ul className="list-disc ps-5">
          {changes.map(({ name, was }) => (
            <li key={name} className="wrap-anywhere">
              <span className="font-semibold">{name}</span> was: {was}
            </li>
          ))}
        </ul>
      )}
      {why && <p>{why}</p>}
      {action?.kind === 'cancel' && action.notes !== '' && (
        <p className="wrap-anywhere">Your reason for cancelling: {action.notes}</p>
      )}
      {chosen.length > 0 && (
        <p className="wrap-anywhere">Outcome: {chosen.map(({ name }) => name).join(', ')}</p>
      )}
      {action && 'clinicianNotes' in action && action.clinicianNotes !== '' && (
        <p className="whitespace-pre-line wrap-anywhere">Your notes: {action.clinicianNotes}</p>
      )}
      {action && 'notification' in action && action.notification?.message && (
        <p className="whitespace-pre-line wrap-anywhere">
          Your message to the patient: {action.notification.message}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!why && <Button onClick={onGoOn}>Continue anyway</Button>}
        <Button look="secondary" onClick={onLeave}>
          Leave it as it is
        </Button>
      </div>
    </section>
  )
}
