import { use } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { mayVaccinate } from '#lib/vaccinations/vaccination-rules.ts'
import { useTimeZone, useViewer } from '../identity/island-context.ts'
import { findNotificationChannels, SendsContext } from '../identity/sends-context.ts'
import { formatScheduleAddress } from '../schedule/schedule-address.ts'
import { Button } from '../ui/Button.tsx'
import type { AppointmentFlow } from './use-appointment-action.ts'

type AppointmentActionsProps = Pick<AppointmentFlow, 'snapshot' | 'send' | 'isActing'> & {
  appointment: ClinicAppointment
  isOnRecord: boolean
  canUndo: boolean
  onOpen: (part: 'advice' | 'vaccination') => void
}

/** It offers nothing that would only be refused. */
export function AppointmentActions(props: AppointmentActionsProps) {
  const viewer = useViewer()
  const timeZone = useTimeZone()
  const { appointment, snapshot, send, isActing, isOnRecord, canUndo } = props
  const sends = use(SendsContext)
  if (!snapshot.matches('open') && !isActing) return null
  const { status, start, may } = appointment
  const isBooked = status === 'booked'
  const acting = isActing ? snapshot.context.action?.kind : undefined
  const hasStarted = Date.parse(start) <= Date.now()
  const back = parseWayBack(appointment)
  const changed = formatChange(may)
  const offered = [
    may.complete &&
      hasStarted &&
      ({
        kind: 'complete',
        text: 'Complete',
        event: { type: 'action.requested', kind: 'complete' },
        look: 'primary',
      } as const),
    may.mark_as_did_not_attend &&
      hasStarted &&
      ({
        kind: 'didNotAttend',
        text: 'Did not attend',
        event: findNotificationChannels(sends, appointment.patient)
          ? ({ type: 'action.requested', kind: 'didNotAttend' } as const)
          : ({ type: 'action.chosen', action: { kind: 'didNotAttend' } } as const),
        look: 'secondary',
      } as const),
    may.reschedule &&
      ({
        kind: 'reschedule',
        text: 'Move',
        event: { type: 'action.requested', kind: 'reschedule' },
        look: 'secondary',
      } as const),
    changed !== null &&
      ({
        kind: 'change',
        text: changed,
        event: { type: 'action.requested', kind: 'change' },
        look: 'secondary',
      } as const),
    may.cancel &&
      ({
        kind: 'cancel',
        text: 'Cancel appointment',
        event: { type: 'action.requested', kind: 'cancel' },
        look: 'secondary',
      } as const),
    !isBooked &&
      may.write_notes &&
      ({
        kind: 'writeNotes',
        text: appointment.clinician_notes ? 'Change notes' : 'Add notes',
        event: { type: 'action.requested', kind: 'writeNotes' },
        look: 'secondary',
      } as const),
    (back === 'undo' || (isBooked && canUndo)) &&
      ({
        kind: isBooked ? 'moveBack' : 'reinstate',
        text: 'Undo',
        event: {
          type: 'action.chosen',
          action: isBooked ? MOVE_BACK : REINSTATE,
        },
        look: 'secondary',
      } as const),
    back === 'correct' &&
      ({
        kind: 'reinstate',
        text: 'Correct status',
        event: { type: 'action.requested', kind: 'reinstate' },
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
        {offered.map(({ kind, text, event, look }) => (
          <Button
            key={kind}
            look={look}
            pending={kind === acting}
            pendingLabel="Saving"
            unavailable={isActing}
            onClick={() => send(event)}
          >
            {text}
          </Button>
        ))}
        {!isOnRecord && mayVaccinate(viewer, appointment, timeZone) && (
          <Button
            look="secondary"
            unavailable={isActing}
            onClick={() => props.onOpen('vaccination')}
          >
            Record a vaccination
          </Button>
        )}
        {!isOnRecord && can(viewer, 'advice.see') && (
          <Button look="secondary" unavailable={isActing} onClick={() => props.onOpen('advice')}>
            Advice
          </Button>
        )}
        {isOnRecord ? (
          <a className="link" href={scheduleAddress(appointment, timeZone)}>
            Open in the schedule
          </a>
        ) : (
          <a className="link" href={`/clinic/record-details?appointment_id=${appointment.id}`}>
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

const MOVE_BACK = { kind: 'moveBack' } as const
const REINSTATE = { kind: 'reinstate', reason: '' } as const

const scheduleAddress = ({ staff_id, start }: ClinicAppointment, timeZone: string) =>
  formatScheduleAddress({
    action: 'schedule',
    by: 'staff',
    only: staff_id,
    span: 'day',
    date: plainDateAt(start, timeZone),
    siteId: null,
    look: 'grid',
  })

/**
 * Gives the way in which an appointment can be set back to booked: the viewer undoes what they have
 * just done, or corrects it with a reason. Null where they may not.
 */
function parseWayBack({
  status_change,
  may,
}: Pick<ClinicAppointment, 'status_change' | 'may'>): 'undo' | 'correct' | null {
  const until = status_change?.undo_until
  if (may.undo && until && Date.now() < Date.parse(until)) return 'undo'
  return may.correct ? 'correct' : null
}

/** Is null where neither type nor duration may be changed. */
function formatChange({ change_type, change_duration }: ClinicAppointment['may']) {
  if (change_type) return change_duration ? 'Change type or duration' : 'Change type'
  return change_duration ? 'Change duration' : null
}
