import { use } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { useTimeZone, useViewer } from '../identity/island-context.ts'
import { findNotificationChannels, SendsContext } from '../identity/sends-context.ts'
import { formatScheduleAddress } from '../schedule/schedule-address.ts'
import { Button } from '../ui/Button.tsx'
import type { AppointmentViewer } from './AppointmentPanel.tsx'
import type { AppointmentFlow } from './use-appointment-action.ts'
import { formatChange, parseWayBack } from './way-back.ts'

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
        words: 'Complete',
        event: { type: 'action.requested', kind: 'complete' },
        look: 'primary',
      } as const),
    may.mark_as_did_not_attend &&
      hasStarted &&
      ({
        kind: 'didNotAttend',
        words: 'Did not attend',
        event: findNotificationChannels(sends, appointment.patient)
          ? ({ type: 'action.requested', kind: 'didNotAttend' } as const)
          : ({ type: 'action.chosen', action: { kind: 'didNotAttend' } } as const),
        look: 'secondary',
      } as const),
    may.reschedule &&
      ({
        kind: 'reschedule',
        words: 'Move',
        event: { type: 'action.requested', kind: 'reschedule' },
        look: 'secondary',
      } as const),
    changed !== null &&
      ({
        kind: 'change',
        words: changed,
        event: { type: 'action.requested', kind: 'change' },
        look: 'secondary',
      } as const),
    may.cancel &&
      ({
        kind: 'cancel',
        words: 'Cancel appointment',
        event: { type: 'action.requested', kind: 'cancel' },
        look: 'secondary',
      } as const),
    !isBooked &&
      may.write_notes &&
      ({
        kind: 'writeNotes',
        words: appointment.clinician_notes ? 'Change notes' : 'Add notes',
        event: { type: 'action.requested', kind: 'writeNotes' },
        look: 'secondary',
      } as const),
    (back === 'undo' || (isBooked && canUndo)) &&
      ({
        kind: isBooked ? 'moveBack' : 'reinstate',
        words: 'Undo',
        event: {
          type: 'action.chosen',
          action: isBooked ? MOVE_BACK : REINSTATE,
        },
        look: 'secondary',
      } as const),
    back === 'correct' &&
      ({
        kind: 'reinstate',
        words: 'Correct status',
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
        {offered.map(({ kind, words, event, look }) => (
          <Button
            key={kind}
            look={look}
            pending={kind === acting}
            pendingLabel="Saving"
            unavailable={isActing}
            onClick={() => send(event)}
          >
            {words}
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

/** Vaccinations are recorded from the day of the appointment. */
export const mayVaccinate = (
  viewer: AppointmentViewer,
  { staff_id, status, start }: ClinicAppointment,
  timeZone: string,
) =>
  plainDateAt(start, timeZone) <= plainDateAt(Date.now(), timeZone) &&
  can(viewer, 'vaccination.record', { staffId: staff_id, status })
