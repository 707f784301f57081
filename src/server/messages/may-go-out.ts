import { sql } from 'kysely'
import { type ClinicClock, isDaytime } from '#lib/scheduling/clinic-time.ts'

/** Somebody who has just done something expects the answer. */
const ANSWER_HOURS = 1
/** A change of an appointment that is as near as this cannot wait for the morning. */
const NEAR_HOURS = 12

/**
 * Which messages may go out now. At night only what is urgent: an offer, because it ends, and a
 * change of an appointment that was made within the hour or is of the next half day.
 */
export const mayGoOut = (clock: ClinicClock) =>
  isDaytime(clock)
    ? sql<boolean>`true`
    : sql<boolean>`(event in ('offer', 'offer_ended') or (event in ('booked', 'rescheduled', 'cancelled')
        and (created > now() - make_interval(hours => ${ANSWER_HOURS})
          or starts_at < ${new Date(clock.now())}::timestamptz
            + make_interval(hours => ${NEAR_HOURS}))))`
