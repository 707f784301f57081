import { addDays } from '#lib/dates/format-date-time.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Services } from '../services.ts'

export type ChangedTime = { staff_id: number; room_id: number; starts_at: Date; ends_at: Date }

/** Call it after the commit, with both times of a move. It returns at once and never fails. */
export function announce(
  { live, settings }: Pick<Services, 'live' | 'settings'>,
  ...changed: readonly ChangedTime[]
): void {
  if (changed.length === 0) return
  const dates = new Set<string>()
  const staffIds = new Set<number>()
  const roomIds = new Set<number>()
  for (const { staff_id, room_id, starts_at, ends_at } of changed) {
    staffIds.add(staff_id)
    roomIds.add(room_id)
    const last = toClinicDate(ends_at.getTime() - 1, settings.CLINIC_TIME_ZONE)
    let date = toClinicDate(starts_at.getTime(), settings.CLINIC_TIME_ZONE)
    dates.add(date)
    while (date < last) {
      date = addDays(date, 1)
      dates.add(date)
    }
  }
  live.announce({ dates: [...dates], staffIds: [...staffIds], roomIds: [...roomIds] })
}
