import { sql } from 'kysely'
import { isDaytime } from '#lib/scheduling/clinic-time.ts'
import { readReach } from '../messages/message-reach.ts'
import type { Services } from '../services.ts'
import { findOrphaned } from './find-orphaned.ts'

/** Staff correct a slip within minutes. */
const WAIT_MINUTES = 15
/** Nearer ones are for the telephone. */
const LATEST_MINUTES = 60
/** It takes the earliest; others follow once these are resolved. */
const MOST = 1_000

/**
 * Writes to patients whose appointment has lacked its hours, clinician, room or competency for a
 * while, once for each start. What cannot be resolved by another time is left to staff.
 * @returns how many were asked.
 */
export async function askForNewTimes({
  db,
  settings,
  now,
  mail,
  texts,
}: Pick<Services, 'db' | 'settings' | 'now' | 'mail' | 'texts'>): Promise<number> {
  const at = new Date(now())
  const { results } = await findOrphaned(db, {
    now: now(),
    zone: settings.CLINIC_TIME_ZONE,
    isKept: false,
    page: 1,
    pageSize: MOST,
  })
  const ids = results
    .filter(({ reasons }) => !reasons.some((reason) => UNANSWERABLE.has(reason)))
    .map(({ id }) => id)
  return await db.transaction().execute(async (tx) => {
    await sql`
      delete from appointment_orphaned as known
      where not exists (
        select from appointment
        where id = known.appointment_id and id = any(${ids}::integer[])
          and starts_at = known.starts_at)`.execute(tx)
    await sql`
      insert into appointment_orphaned (appointment_id, starts_at, found)
      select id, starts_at, ${at} from appointment where id = any(${ids}::integer[])
      on conflict do nothing`.execute(tx)
    if ((!mail && !texts) || !isDaytime({ settings, now })) return 0
    const { isReached } = await readReach(tx, { mail, texts, settings }, 'new_time_needed')
    const unasked = await tx
      .selectFrom('appointment_orphaned as known')
      .innerJoin('appointment', 'appointment.id', 'known.appointment_id')
      .innerJoin('person', 'person.id', 'appointment.patient_id')
      .select(['appointment.id', 'appointment_type_id', 'person.email', 'person.mobile'])
      .where('known.asked', 'is', null)
      .where(
        sql<boolean>`known.found <= ${at}::timestamptz - make_interval(mins => ${WAIT_MINUTES})
          and appointment.starts_at > ${at}::timestamptz + make_interval(mins => ${LATEST_MINUTES})`,
      )
      .where('person.is_active', '=', true)
      .execute()
    const reached = unasked.filter((row) => isReached(row, row.appointment_type_id))
    const { rows } = await sql<{ appointment_id: number }>`
      update appointment_orphaned set asked = ${at}
      where asked is null and appointment_id = any(${reached.map(({ id }) => id)}::integer[])
      returning appointment_id`.execute(tx)
    await sql`
      insert into message (event, appointment_id, patient_id, starts_at)
      select 'new_time_needed', id, patient_id, starts_at
      from appointment where id = any(${rows.map((row) => row.appointment_id)}::integer[])
      on conflict do nothing`.execute(tx)
    return rows.length
  })
}

const UNANSWERABLE = new Set<string>(['patient_deceased', 'type_disabled'])
