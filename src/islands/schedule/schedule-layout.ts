import type { Schedule, ScheduleAppointment } from '#lib/contract/schedule.ts'
import { type ClinicDay, type Span, type TimeAxis, timeAxis, within } from './time-axis.ts'

export type HoursBlock = Span & {
  key: string
  availabilityId: number
  date: string
  staffId: number
  roomId: number
  siteId: number
  where: string
}

export type Block = Span & {
  key: string
  appointment: ScheduleAppointment
  whole: Span
  siteId: number
  type: string
  who: string
  where: string
}

export const isOpenable = ({ appointment }: Block) => appointment.status !== 'held'

export type GridColumn = {
  key: string
  id: number
  name: string
  siteId: number | null
  site: string
  date: string
  blocks: Block[]
  behind: Block[]
  hoursBlocks: HoursBlock[]
}

export type ScheduleLayout = {
  axis: TimeAxis
  columns: GridColumn[]
  siteName: (id: number) => string
}

/** @param isOfHours the hours are what is looked at, and what is booked steps behind them. */
export function layOut(schedule: Schedule, now: number, isOfHours = false): ScheduleLayout {
  const days = schedule.days.map(
    ({ date, start, end }): ClinicDay => ({
      date,
      start: Date.parse(start),
      end: Date.parse(end),
    }),
  )
  const names = collectNames(schedule)
  const siteIds = new Map(schedule.rooms.map(({ id, site_id }) => [id, site_id]))
  const findSite = (roomId: number) => siteIds.get(roomId) ?? 0
  const isStaff = schedule.by === 'staff'
  const appointments = schedule.appointments
    .filter(({ held_until }) => held_until === null || Date.parse(held_until) > now)
    .map((appointment) => ({ appointment, whole: toSpan(appointment) }))
  const occurrences = schedule.occurrences.map((occurrence) => ({
    occurrence,
    whole: toSpan(occurrence),
  }))
  const ofColumn = <T extends { staff_id: number; room_id: number }>(entry: T) =>
    isStaff ? entry.staff_id : entry.room_id
  const formatLocation = (entry: { staff_id: number; room_id: number }) =>
    isStaff ? names.room(entry.room_id) : names.staff(entry.staff_id)
  const blocksByColumn = Map.groupBy(appointments, ({ appointment }) => ofColumn(appointment))
  const hoursBlocksByColumn = Map.groupBy(occurrences, ({ occurrence }) => ofColumn(occurrence))

  const columns = schedule.columns.flatMap((column) =>
    days.map((day): GridColumn => {
      const blocks = (blocksByColumn.get(column.id) ?? []).flatMap(({ appointment, whole }) => {
        const clipped = within(whole, day)
        if (!clipped) return []
        const type = names.type(appointment.appointment_type_id)
        const who = appointment.patient?.full_name ?? ''
        const where = formatLocation(appointment)
        const siteId = findSite(appointment.room_id)
        return {
          ...clipped,
          key: `a${appointment.id}`,
          appointment,
          whole,
          siteId,
          type,
          who,
          where,
        }
      })
      return {
        key: `${column.id} ${day.date}`,
        id: column.id,
        name: column.name,
        siteId: column.site_id,
        site: names.site(column.site_id),
        date: day.date,
        blocks: isOfHours ? [] : blocks,
        behind: isOfHours ? blocks : [],
        hoursBlocks: (hoursBlocksByColumn.get(column.id) ?? []).flatMap(({ occurrence, whole }) => {
          const clipped = within(whole, day)
          if (!clipped) return []
          return {
            ...clipped,
            key: `o${occurrence.id}`,
            availabilityId: occurrence.availability_id,
            date: occurrence.date,
            staffId: occurrence.staff_id,
            roomId: occurrence.room_id,
            siteId: findSite(occurrence.room_id),
            where: formatLocation(occurrence),
          }
        }),
      }
    }),
  )
  const shown = [...appointments, ...occurrences].map(({ whole }) => whole)
  return { axis: timeAxis(days, shown, schedule.time_zone), columns, siteName: names.site }
}

const toSpan = ({ start, end }: { start: string; end: string }): Span => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

function collectNames({ staff, rooms, sites, appointment_types }: Schedule) {
  const named = (list: readonly { id: number; name: string }[]) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    return (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
  }
  return {
    staff: named(staff),
    room: named(rooms),
    site: named(sites),
    type: named(appointment_types),
  }
}
