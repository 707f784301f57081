import type { SnapshotFrom } from 'xstate'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { can } from '#lib/policy/policy.ts'
import type {
  AppointmentActionEvent,
  appointmentActionMachine,
} from '#machines/schedule/appointment-action.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { changeWords, wayBackOf } from './way-back.ts'

/** Where the record of an appointment is. */
const RECORD = '/clinic/record-details'

type AppointmentActionsProps = {
  appointment: ClinicAppointment
  viewer: Pick<Viewer, 'permissions'>
  snapshot: SnapshotFrom<typeof appointmentActionMachine>
  send: (event: AppointmentActionEvent) => void
  isActing: boolean
  /** What was done last in this dialog can be undone. */
  canUndo: boolean
  onAdvice: () => void
  /** Null where no vaccination can be recorded. */
  onVaccinate: (() => void) | null
}

/** What the person may do with an appointment as it is; nothing that would only be refused. */
export function AppointmentActions(props: AppointmentActionsProps) {
  const { appointment, viewer, snapshot, send, isActing, canUndo, onAdvice, onVaccinate } = props
  if (!snapshot.matches('open') && !isActing) return null
  const { status, start, offered_outcomes, may } = appointment
  const isBooked = status === 'booked'
  const acting = isActing ? snapshot.context.action?.kind : undefined
  const hasStarted = Date.parse(start) <= Date.now()
  const back = wayBackOf(appointment)
  const changed = changeWords(may)
  const offered = [
    may.complete &&
      hasStarted &&
      ({
        kind: 'complete',
        words: 'Complete',
        event: { type: 'completing.requested', hasOutcomes: offered_outcomes.length > 0 },
        look: 'primary',
      } as const),
    may.mark_as_did_not_attend &&
      hasStarted &&
      ({
        kind: 'didNotAttend',
        words: 'Did not attend',
        event: { type: 'absence.chosen' },
        look: 'secondary',
      } as const),
    may.reschedule &&
      ({
        kind: 'reschedule',
        words: 'Move',
        event: { type: 'rescheduling.requested' },
        look: 'secondary',
      } as const),
    changed !== null &&
      ({
        kind: 'change',
        words: changed,
        event: { type: 'changing.requested' },
        look: 'secondary',
      } as const),
    may.cancel &&
      ({
        kind: 'cancel',
        words: 'Cancel appointment',
        event: { type: 'cancelling.requested' },
        look: 'secondary',
      } as const),
    (back === 'undo' || (isBooked && canUndo)) &&
      ({
        kind: isBooked ? 'moveBack' : 'reinstate',
        words: 'Undo',
        event: { type: 'undoing.chosen', isMove: isBooked },
        look: 'secondary',
      } as const),
    back === 'correct' &&
      ({
        kind: 'reinstate',
        words: 'Correct status',
        event: { type: 'correcting.requested' },
        look: 'secondary',
      } as const),
  ].filter((each) => each !== false)
  const history = new URLSearchParams({
    subject_type: 'appointment',
    subject_id: String(appointment.id),
  })
  return (
    <>
      {may.mark_as_did_not_attend && !hasStarted && (
        <p className="hint">
          Once the appointment has started, you can complete it or mark it as did not attend.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {offered.map(({ kind, words, event, look }) => (
          <Button
            key={event.type}
            look={look}
            pending={kind === acting}
            pendingLabel="Saving"
            unavailable={isActing}
            onClick={() => send(event)}
          >
            {words}
          </Button>
        ))}
        {onVaccinate && (
          <Button look="secondary" unavailable={isActing} onClick={onVaccinate}>
            Record a vaccination
          </Button>
        )}
        {can(viewer, 'advice.see') && location.pathname !== RECORD && (
          <Button look="secondary" unavailable={isActing} onClick={onAdvice}>
            Advice
          </Button>
        )}
        {location.pathname !== RECORD && (
          <a className="link" href={`${RECORD}?appointment_id=${appointment.id}`}>
            Open the record
          </a>
        )}
        {can(viewer, 'auditTrail.see') && (
          <a className="link" href={`/admin/audit?${history}`}>
            History
          </a>
        )}
      </div>
    </>
  )
}
