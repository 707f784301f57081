import type { MovedAppointment, MoveTarget } from '#machines/schedule/appointment-move.machine.ts'
import type { Block, GridColumn, ScheduleLayout } from '../schedule-layout.ts'
import { type Span, within } from '../time-axis.ts'

export const takenFrom = ({ appointment, siteId, whole }: Block): MovedAppointment => ({
  id: appointment.id,
  version: appointment.version,
  from: { staffId: appointment.staff_id, roomId: appointment.room_id, siteId, ...whole },
})

/**
 * Says with whom and where an appointment would be, and why it cannot be there, as far as the grid
 * shows it. The server asks all the rules.
 */
export function targetIn(
  column: GridColumn,
  isStaff: boolean,
  { id, from }: MovedAppointment,
  { start, end }: Span,
): { to: MoveTarget; objection: string } {
  const hoursBlocks = column.hoursBlocks.find(
    (period) => period.start <= start && end <= period.end,
  )
  const siteId = hoursBlocks?.siteId ?? from.siteId
  const to: MoveTarget = isStaff
    ? { staffId: column.id, roomId: hoursBlocks?.roomId ?? from.roomId, siteId, start, end }
    : { staffId: hoursBlocks?.staffId ?? from.staffId, roomId: column.id, siteId, start, end }
  const taken = column.blocks.find(
    (block) => block.appointment.id !== id && within(block, { start, end }),
  )
  if (taken) return { to, objection: `Taken: ${taken.who || 'this time is being booked'}.` }
  if (hoursBlocks) return { to, objection: '' }
  return {
    to,
    objection: isStaff
      ? `${column.name} is not working then.`
      : 'Nobody is working in this room then.',
  }
}

export function findMoveColumn(
  { axis, columns }: ScheduleLayout,
  isStaff: boolean,
  to: MoveTarget,
) {
  const day = axis.days.find(({ start, end }) => start <= to.start && to.start < end)
  const id = isStaff ? to.staffId : to.roomId
  return columns.findIndex((column) => column.id === id && column.date === day?.date)
}
