import { isHoliday } from '#lib/dates/bank-holidays.ts'
import { isoWeekday } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { toInstant } from '#lib/scheduling/clinic-time.ts'
import { type Places, ROTA } from '../availabilities.ts'
import { lookUp } from '../look-up.ts'
import type { HistoryVisit } from './patient-history.ts'

const MINUTE = 60_000

/** It says when and where a visit of years ago was; instants are epoch milliseconds. */
type PastTime = {
  typeId: number
  duration: number
  staffId: number
  roomId: number
  siteId: number
  start: number
  end: number
}

/**
 * Finds times of years ago, when the rota was today's, without meeting another that it found.
 * @returns a finder: the day looked for or the latest before it. `turn` chooses among clinicians
 *   and hours, so that not everybody comes to the same one when the day begins.
 */
export function pastTimes({ rooms, types, clinicians }: Places, timeZone: string) {
  const free = new Map<string, number>()
  return (service: string, on: string, turn: number): PastTime => {
    const { id: typeId, duration } = lookUp(types, service)
    const lines = ROTA.filter(
      (line) => line.types.includes(service) && !line.everyWeeks && line.onceFrom === undefined,
    )
    const line = lines[turn % lines.length]
    if (!line) throw new Error(`Nobody on the rota offers ${service} every week`)
    const { staffId } = lookUp(clinicians, line.clinician)
    const room = lookUp(rooms, line.room)
    for (let date = on; ; date = addDays(date, -1)) {
      if (isHoliday(date) || !line.weekdays.includes(isoWeekday(date) - 1)) continue
      const opens = toInstant(date, line.from, timeZone)
      const taken = `${staffId} ${date} ${line.from}`
      const start = free.get(taken) ?? opens + turn * 15 * MINUTE
      const end = start + duration * MINUTE
      if (end > toInstant(date, line.to, timeZone)) continue
      free.set(taken, end)
      return { typeId, duration, staffId, roomId: room.id, siteId: room.siteId, start, end }
    }
  }
}

export type InsertedVisit = HistoryVisit & {
  time: PastTime
  patientId: number
  appointmentId: number
  personId: number
}
