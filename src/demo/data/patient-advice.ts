import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'
import advice from './advice.json' with { type: 'json' }
import { lookUp } from './look-up.ts'
import type { Random } from './random.ts'

const adviceText = z.strictObject({
  text: z.string(),
  categories: z.tuple([z.string()], z.string()),
})
const ADVICE = z
  .strictObject({
    categories: z.array(z.string()),
    texts: z.array(adviceText),
    snippets: z.array(adviceText.extend({ name: z.string() })),
  })
  .parse(advice)

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Of the completed appointments. */
const ADVISED = 0.25
const WITHOUT_APPOINTMENT = 0.1
const PINNED = 0.1
const FAVOURITE = 0.12
const ARCHIVED = 0.12
const WITHDRAWN = 0.04
/** Older advice is archived. */
const FRESH_DAYS = 21

type Visit = {
  id: number
  patient_id: number
  staff_id: number
  person_id: number
  email: string
  completed_on: Date
}

export async function insertAdviceCategories(executor: Executor, began: Date): Promise<void> {
  await executor
    .insertInto('advice_category')
    .values(ADVICE.categories.map((name) => ({ name, created: began, modified: began })))
    .execute()
}

/** Of completed appointments, some of it for the patient in general; and a clinician's own texts. */
export async function insertPatientAdvice(
  executor: Executor,
  { now, random }: { now: number; random: Random },
): Promise<void> {
  const idByCategory = await adviceCategoryIds(executor)
  for (const visit of await completedVisits(executor)) {
    // Who signs in to the demonstration finds advice.
    if (!random.chance(ADVISED) && visit.email !== 'patient@example.test') continue
    await insertAdvice(executor, visit, { now, random, idOf: idByCategory })
  }
  await insertSnippets(executor, idByCategory, now)
}

/** By name. */
export async function adviceCategoryIds(executor: Executor): Promise<Map<string, number>> {
  const categories = await executor.selectFrom('advice_category').select(['id', 'name']).execute()
  return new Map(categories.map(({ id, name }) => [name, id]))
}

const completedVisits = (executor: Executor): Promise<Visit[]> =>
  executor
    .selectFrom('appointment')
    .innerJoin('staff', 'staff.id', 'appointment.staff_id')
    .innerJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .where('status', '=', 'completed')
    .select(['appointment.id', 'appointment.patient_id', 'appointment.completed_on'])
    .select(['appointment.staff_id', 'staff.person_id', 'patient.email'])
    .orderBy('appointment.id')
    .$narrowType<{ patient_id: number; completed_on: Date }>()
    .execute()

type Making = { now: number; random: Random; idOf: ReadonlyMap<string, number> }

async function insertAdvice(
  executor: Executor,
  { id: appointmentId, patient_id, staff_id, person_id, completed_on }: Visit,
  { now, random, idOf: idByCategory }: Making,
): Promise<void> {
  const { text, categories } = random.pick(ADVICE.texts)
  const created = completed_on
  const later = new Date(Math.min(created.getTime() + random.between(1, 14 * 24) * HOUR, now))
  const isOld = created.getTime() < now - FRESH_DAYS * DAY
  const isWithdrawn = random.chance(WITHDRAWN)
  const isArchived = !isWithdrawn && isOld && random.chance(ARCHIVED)
  const hasChanged = isWithdrawn || isArchived
  const row = {
    patient_id,
    staff_id,
    written_by: person_id,
    appointment_id: random.chance(WITHOUT_APPOINTMENT) ? null : appointmentId,
    advice_text: text,
    pinned: !hasChanged && random.chance(PINNED),
    favourite: !isWithdrawn && random.chance(FAVOURITE),
    created,
    modified: hasChanged ? later : created,
    version: hasChanged ? 2 : 1,
    ...(isArchived && { archived_at: later, archived_by: person_id }),
    ...(isWithdrawn && {
      withdrawn_at: later,
      withdrawn_by: person_id,
      withdrawn_reason: 'Entered for the wrong patient',
    }),
  }
  await insertOneAdvice(
    executor,
    row,
    categories.map((name) => lookUp(idByCategory, name)),
  )
}

/** A piece of advice with its categories. */
export async function insertOneAdvice(
  executor: Executor,
  row: Insertable<DB['patient_advice']>,
  categoryIds: readonly number[],
): Promise<void> {
  const { id } = await executor
    .insertInto('patient_advice')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  await executor
    .insertInto('patient_advice_category')
    .values(
      categoryIds.map((advice_category_id) => ({ patient_advice_id: id, advice_category_id })),
    )
    .execute()
}

async function insertSnippets(
  executor: Executor,
  idByCategory: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const owner = await executor
    .selectFrom('person')
    .select('id')
    .where('email', '=', 'clinician@example.test')
    .executeTakeFirstOrThrow()
  for (const [index, { name, text, categories }] of ADVICE.snippets.entries()) {
    const made = new Date(now - (90 - index) * DAY)
    await sql`
      with made as (
        insert into advice_snippet (person_id, name, advice_text, created, modified)
        values (${owner.id}, ${name}, ${text}, ${made}, ${made}) returning id)
      insert into advice_snippet_category
      select made.id, unnest(${categories.map((each) => lookUp(idByCategory, each))}::integer[])
      from made`.execute(executor)
  }
}
