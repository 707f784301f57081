import { sql } from 'kysely'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { addDays } from '#lib/format-date-time.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { dateOf } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { plausibleAnswer } from './eform-definitions.ts'
import type { Random } from './random.ts'

const HOUR = 3_600_000
const DAYS_AGO = 60
const SUBMITTED = 0.6
const HALF_DONE = 0.5
const AMENDED = 0.1

type Needed = {
  appointment_id: number
  eform_id: number
  edition: number
  subversion: number
  items: FormItem[]
  kind: 'patient' | 'clinician'
  status: string
  starts_at: Date
  created: Date
  patient_id: number
  patient_name: string
  clinician_id: number
}

/** Of recent and coming appointments: most forms submitted, some half done, a few amended. */
export async function insertFilledForms(
  executor: Executor,
  { now, timeZone, random }: { now: number; timeZone: string; random: Random },
): Promise<void> {
  for (const needed of await neededForms(executor, now)) {
    const isOver = needed.status === 'completed'
    const isPatient = needed.kind === 'patient'
    if (!isPatient && !isOver) continue
    const isSubmitted = isOver || random.chance(SUBMITTED)
    if (!isSubmitted && !random.chance(HALF_DONE)) continue
    const at = new Date(
      isPatient
        ? Math.min(
            now - HOUR,
            Math.max(needed.created.getTime(), needed.starts_at.getTime() - 26 * HOUR),
          )
        : needed.starts_at.getTime() + HOUR / 4,
    )
    const on = dateOf(at.getTime(), timeZone)
    const answers = answersTo(needed, random, on)
    const by = isPatient ? needed.patient_id : needed.clinician_id
    const saved = await insertSaved(executor, needed, {
      at,
      by,
      answers: isSubmitted ? null : halfOf(answers),
    })
    if (!isSubmitted) continue
    const first = await insertSubmitted(executor, needed, {
      saved,
      at,
      by,
      on,
      answers,
      revision: 2,
    })
    if (isPatient && random.chance(AMENDED)) {
      await insertSubmitted(executor, needed, {
        saved,
        at: new Date(at.getTime() + HOUR / 2),
        by,
        on,
        answers: changed(needed.items, answers),
        revision: 4,
        replaces: first,
      })
    }
  }
}

async function neededForms(executor: Executor, now: number): Promise<Needed[]> {
  const { rows } = await sql<Needed>`
    select appointment.id as appointment_id, eform.id as eform_id, eform.edition, eform.subversion,
      eform.form_definition as items, needed.kind, appointment.status, appointment.starts_at,
      appointment.created, patient.id as patient_id, patient.full_name as patient_name,
      staff.person_id as clinician_id
    from appointment
      join (
        select 'patient' as kind, appointment_type_id, eform_id from appointment_type_patient_form
        union all
        select 'clinician', appointment_type_id, eform_id from appointment_type_clinician_form
      ) as needed on needed.appointment_type_id = appointment.appointment_type_id
      join eform on eform.id = needed.eform_id
      join person as patient on patient.id = appointment.patient_id
      join staff on staff.id = appointment.staff_id
    where appointment.status in ('booked', 'completed')
      and appointment.starts_at > ${new Date(now - DAYS_AGO * 24 * HOUR)}
      and (appointment.status = 'completed' or appointment.starts_at > ${new Date(now)})
      -- Who signs in to the demonstration finds forms to fill in.
      and patient.email <> 'patient@example.test'
    order by appointment.id, needed.kind desc, eform.id`.execute(executor)
  return rows
}

/** @throws Error for answers that could not be submitted. */
function answersTo({ items, patient_name }: Needed, random: Random, on: string): Answers {
  const draft: Answers = {}
  for (const item of items) {
    const answer = plausibleAnswer(item, random, { name: patient_name, on, after: addDays(on, 30) })
    if (answer !== undefined) draft[item.id] = answer
  }
  const { problems, answers } = evaluateForm(items, draft, { on })
  if (problems[0]) throw new Error(`${problems[0].path}: ${problems[0].message}`)
  return answers
}

const halfOf = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).slice(0, Math.ceil(Object.keys(answers).length / 2)))

/** Another medicine, or a word added to a text. */
function changed(items: readonly FormItem[], answers: Answers): Answers {
  const group = items.find(({ type }) => type === 'group')
  if (!group) return answers
  return {
    ...answers,
    [group.id]: [{ 'medicine-name': 'Ibuprofen 200 mg', 'medicine-dose': 'When needed' }],
  }
}

async function insertSaved(
  executor: Executor,
  { appointment_id, eform_id, edition, subversion, kind }: Needed,
  { at, by, answers }: { at: Date; by: number; answers: Answers | null },
): Promise<number> {
  const { id } = await executor
    .insertInto('saved_form')
    .values({
      appointment_id,
      eform_id,
      edition,
      subversion,
      kind,
      answers: answers && JSON.stringify(answers),
      revision: answers ? 2 : 5,
      started_by: by,
      saved_by: by,
      started: at,
      saved: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertSubmitted(
  executor: Executor,
  { items, kind }: Needed,
  form: {
    saved: number
    at: Date
    by: number
    on: string
    answers: Answers
    revision: number
    replaces?: number
  },
): Promise<number> {
  const { alerts } = evaluateForm(items, form.answers, { on: form.on })
  const { id } = await executor
    .insertInto('submitted_form')
    .values({
      saved_form_id: form.saved,
      revision: form.revision,
      answers: JSON.stringify(form.answers),
      alerts: JSON.stringify(alerts),
      replaces: form.replaces ?? null,
      reason: form.replaces ? 'I had left something out' : '',
      submitted: form.at,
      submitted_by: form.by,
      submitted_role: kind === 'patient' ? 'patient' : 'staff',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
