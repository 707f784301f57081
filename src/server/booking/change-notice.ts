import { Refusal } from '../refusals/refusal.ts'
import type { Settings } from '../settings.ts'

const HOUR = 3_600_000

export function changeableUntil(
  row: { starts_at: Date },
  { CHANGE_NOTICE_HOURS }: Pick<Settings, 'CHANGE_NOTICE_HOURS'>,
): Date {
  return new Date(row.starts_at.getTime() - CHANGE_NOTICE_HOURS * HOUR)
}

/** @throws Refusal `stale` for another version than the one given, if any. */
export function checkSeen(row: { version: number }, version: number | undefined): void {
  if (version === undefined || row.version === version) return
  throw new Refusal('stale', 'This appointment was changed since you opened it.')
}

export function checkPatientMayChange(
  row: { starts_at: Date; status: string },
  settings: Pick<Settings, 'CHANGE_NOTICE_HOURS'>,
  now: number,
): void {
  if (row.status !== 'booked' || row.starts_at.getTime() <= now) {
    throw new Refusal('conflict', 'This appointment has already taken place or started.')
  }
  if (changeableUntil(row, settings).getTime() <= now) {
    const hours = settings.CHANGE_NOTICE_HOURS
    const notice = `${hours} ${hours === 1 ? 'hour' : 'hours'}`
    throw new Refusal(
      'conflict',
      `You can only change an appointment here until ${notice} before it starts. Contact the branch.`,
    )
  }
}
