import { toClinicTime } from './clinic-time.ts'

export const MORNING = '08:00'
export const EVENING = '20:00'

export type ClinicClock = { settings: { CLINIC_TIME_ZONE: string }; now: () => number }

/** Says whether it is neither too early nor too late to write to anybody unasked. */
export function isDaytime({ settings, now }: ClinicClock): boolean {
  const time = toClinicTime(now(), settings.CLINIC_TIME_ZONE)
  return time >= MORNING && time < EVENING
}
