import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { constraintRefusals } from '#server/refusals/constraints.ts'
import { call, makeSample, operations } from '../http/operation-samples.ts'
import { runTestServer } from '../test-server.ts'

/* What a visitor is told when only a constraint knows that a write cannot be. */

/** Those that no public write can break, and why. */
const UNBREAKABLE = {
  appointment_cancelled_by_fkey: 'whoever cancels is the patient of that very row',
  appointment_completed_by_fkey: 'only staff complete an appointment',
  appointment_access_appointment_id_fkey: 'the same statement writes the appointment',
  appointment_access_issued_to_fkey: 'the appointment of the same statement refers to that person',
  idempotency_key_appointment_id_fkey: 'the same statement writes the appointment',
  attendance_answer_appointment_id_fkey: 'the same transaction locks the appointment',
  form_file_saved_form_id_fkey: 'the same transaction locks the saved form',
  form_file_uploaded_by_fkey: 'nobody who has a form is deleted: it is their appointment',
  guest_access_person_id_fkey: 'the same transaction writes the person',
  person_merged_into_fkey: 'only staff merge people',
  message_of_appointment: 'the same statement writes the appointment',
  message_patient: 'the same transaction writes the person',
  message_vaccination_id_fkey: 'only a job writes about vaccinations',
  person_to_compare_person_id_fkey: 'the same statement writes the person',
  saved_form_appointment_id_fkey: 'the same transaction locks the appointment',
  saved_form_started_by_fkey: 'nobody who has a form is deleted: it is their appointment',
  saved_form_saved_by_fkey: 'nobody who has a form is deleted: it is their appointment',
  saved_form_amends_fkey: 'a submitted form is final',
  message_offer_id_fkey: 'the same transaction writes the offer',
  waiting_list_access_entry_id_fkey: 'the same transaction locks or writes the entry',
  waiting_list_access_issued_to_fkey: 'the same transaction locks the person',
  waiting_list_entry_appointment: 'the same transaction locks the appointment',
  waiting_list_entry_patient_id_fkey: 'the same transaction locks the person',
  waiting_list_offer_entry_id_fkey: 'the same transaction locks the entry',
  waiting_list_offer_hold_id_fkey: 'the same transaction locks the hold',
  waiting_list_offer_offered_by_fkey: 'only staff offer times',
  waiting_list_offer_site_id_fkey: 'only staff and a job offer times',
  waiting_list_offer_staff_id_fkey: 'only staff and a job offer times',
  waiting_list_site_entry_id_fkey: 'the same transaction locks or writes the entry',
  appointment_access_message_id_fkey: 'only the job that sends a message names it, as it sends it',
  submitted_form_replaces_fkey: 'a submitted form is final',
  submitted_form_saved_form_id_fkey: 'the same transaction locks the saved form',
  submitted_form_submitted_by_fkey: 'nobody who has a form is deleted: it is their appointment',
}

const decided = [...Object.keys(constraintRefusals), ...Object.keys(UNBREAKABLE)]
const publicWrites = operations.filter(([key]) => / public/.test(key) && !key.startsWith('GET'))

const server = await runTestServer()
const { db } = server.database

const readNames = async (query: ReturnType<typeof sql<{ name: string }>>) =>
  (await query.execute(db)).rows.map(({ name }) => name)

/** The tables in which some work inserts or updates rows. */
async function tablesWrittenBy(work: () => Promise<void>): Promise<string[]> {
  const [before] = (
    await sql<{ xid: number }>`select pg_current_xact_id()::text::bigint as xid`.execute(db)
  ).rows
  await work()
  const tables = await readNames(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const written: string[] = []
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)}
      where xmin::text::bigint > ${before?.xid} limit 1`.execute(db)
    if (rows.length > 0) written.push(table)
  }
  return written
}

test('every foreign key and exclusion that a public write can break has a refusal', async () => {
  const tables = new Set<string>()
  for (const [key] of publicWrites) {
    const sample = await makeSample(server, key)
    const written = await tablesWrittenBy(async () => {
      const headers = { 'Idempotency-Key': 'a key of its own' }
      const answer = await call(server, key, sample, { headers })
      expect(answer.status, answer.text).toBeLessThan(300)
    })
    for (const table of written) tables.add(table)
  }
  const breakable = await readNames(sql`
    select conname as name from pg_constraint
    where contype in ('f', 'x') and conrelid = any(${[...tables]}::regclass[])`)
  expect(breakable).toContain('appointment_patient_overlap')
  expect(breakable.filter((name) => !decided.includes(name))).toEqual([])
})

test('every constraint that is named here is one of the database, or a trigger that refuses a row', async () => {
  const names = await readNames(sql`
    select conname as name from pg_constraint union all select tgname from pg_trigger`)
  expect(decided.filter((name) => !names.includes(name))).toEqual([])
})
