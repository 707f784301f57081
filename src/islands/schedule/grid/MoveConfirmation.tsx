import {
  formatDateTime,
  formatTime,
  formatTimeRange,
  plainDateAt,
} from '#lib/dates/format-date-time.ts'
import type { MoveTarget } from '#machines/schedule/appointment-move.machine.ts'
import type { FormatMove } from '#machines/schedule/format-move.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { lateComponent } from '../../ui/late-component.tsx'
import type { GridColumn, ScheduleLayout } from '../schedule-layout.ts'
import type { GridReschedule } from './use-appointment-move.ts'

const MoveAppointmentDialog = lateComponent(
  async () => (await import('../MoveQuestion.tsx')).MoveAppointmentDialog,
)

type MoveConfirmationProps = {
  move: GridReschedule
  layout: ScheduleLayout
  over: string
}

/** Asked once an appointment was dropped where its patient does not expect it. */
export function MoveConfirmation({ move, layout, over }: MoveConfirmationProps) {
  const timeZone = useTimeZone()
  const { appointment, to, notification } = move.context
  if (move.state !== 'confirming' || !appointment || !to) return null
  const { from } = appointment
  return (
    <MoveAppointmentDialog
      who={findPatientName(layout.columns, appointment.id)}
      move={
        from.siteId === to.siteId
          ? formatTimes(from, to, { over, timeZone })
          : {
              from: layout.siteName(from.siteId),
              to: layout.siteName(to.siteId),
              place: `${formatTimeRange(to.start, to.end, timeZone)}, ${over}`,
            }
      }
      entered={notification}
      onConfirmed={(said) => move.send({ type: 'move.confirmed', notification: said })}
      onAbandoned={() => move.send({ type: 'move.abandoned' })}
    />
  )
}

const findPatientName = (columns: readonly GridColumn[], appointmentId: number) =>
  columns
    .flatMap(({ blocks }) => blocks)
    .find(({ appointment }) => appointment.id === appointmentId)?.who ?? 'The patient'

function formatTimes(
  from: MoveTarget,
  to: MoveTarget,
  { over, timeZone }: { over: string; timeZone: string },
): FormatMove {
  const isOneDay = plainDateAt(from.start, timeZone) === plainDateAt(to.start, timeZone)
  const formatMoment = isOneDay ? formatTime : formatDateTime
  return {
    from: formatMoment(from.start, timeZone),
    to: formatMoment(to.start, timeZone),
    place: over,
  }
}
