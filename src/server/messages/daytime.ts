import { sql } from 'kysely'
import { timeOf } from '#lib/scheduling/clinic-time.ts'
import type { Services } from '../services.ts'

type Clock = Pick<Services, 'settings' | 'now'>

/** By the clock of the clinic. The day ends just before `EVENING`. */
export const MORNING = '08:00'
export const EVENING = '20:00'
/** When a reminder is due that would fall into the night after: an hour is left to send them all. */
export const LAST_REMINDERS = '19:00'

/** Whether it is neither too early nor too late to write to anybody unasked. */
export function isDaytime({ settings, now }: Clock): boolean {
  const time = timeOf(now(), settings.CLINIC_TIME_ZONE)
  return time >= MORNING && time < EVENING
}

/** Somebody who has just done something expects the answer. */
const ANSWER_HOURS = 1
/** A change of an appointment that is as near as this cannot wait for the morning. */
const NEAR_HOURS = 12

/**
 * Which messages may go out now. At night only what is urgent: an offer, because it ends, and a
 * change of an appointment that was made within the hour or is of the next half day.
 */
export const mayGoOut = (clock: Clock) =>
  isDaytime(clock)
    ? sql<boolean>`true`
    : sql<boolean>`(event in ('offer', 'offer_ended') or (event in ('booked', 'rescheduled', 'cancelled')
        and (created > now() - make_interval(hours => ${ANSWER_HOURS})
          or starts_at < ${new Date(clock.now())}::timestamptz
            + make_interval(hours => ${NEAR_HOURS}))))`
