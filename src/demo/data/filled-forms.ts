import { type RawBuilder, sql } from 'kysely'
import type { Answers, AnswerToQuestion } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'
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

type Making = { now: number; timeZone: string; random: Random }

export async function insertFilledForms(executor: Executor, making: Making): Promise<void> {
  const now = new Date(making.now)
  const from = new Date(making.now - DAYS_AGO * 24 * HOUR)
  const isMeant = sql<boolean>`appointment.status in ('booked', 'completed')
    and appointment.starts_at > ${from}
    and (appointment.status = 'completed' or appointment.starts_at > ${now})
    -- Who signs in to the demonstration finds forms to fill in.
    and patient.email <> 'patient@example.test'`
  await fillForms(executor, await neededForms(executor, isMeant), making)
}

export async function insertPatientForms(
  executor: Executor,
  patientIds: readonly number[],
  making: Making,
): Promise<void> {
  const isMeant = sql<boolean>`appointment.status = 'completed'
    and patient.id = any(${patientIds}::integer[])`
  await fillForms(executor, await neededForms(executor, isMeant), making)
}

async function neededForms(executor: Executor, isMeant: RawBuilder<boolean>): Promise<Needed[]> {
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
    where ${isMeant}
    order by appointment.id, needed.kind desc, eform.id`.execute(executor)
  return rows
}

type Filled = Needed & {
  at: Date
  by: number
  on: string
  answers: Answers
  isSubmitted: boolean
  isAmended: boolean
}

async function fillForms(
  executor: Executor,
  needed: readonly Needed[],
  making: Making,
): Promise<void> {
  const filled = needed.flatMap((each) => filledIn(each, making) ?? [])
  const saved = await insertSaved(executor, filled)
  const submitted = filled
    .filter(({ isSubmitted }) => isSubmitted)
    .map((form) => ({ ...form, savedId: lookUp(saved, toKey(form)), revision: 2 }))
  const first = await insertSubmitted(executor, submitted)
  const amended = submitted
    .filter(({ isAmended }) => isAmended)
    .map((form) => ({
      ...form,
      at: new Date(form.at.getTime() + HOUR / 2),
      answers: changed(form.items, form.answers),
      revision: 4,
      replaces: lookUp(first, form.savedId),
    }))
  await insertSubmitted(executor, amended)
}

/** Is undefined where nobody has started the form. */
function filledIn(needed: Needed, { now, timeZone, random }: Making): Filled | undefined {
  const isOver = needed.status === 'completed'
  const isPatient = needed.kind === 'patient'
  if (!isPatient && !isOver) return undefined
  const isSubmitted = isOver || random.chance(SUBMITTED)
  if (!isSubmitted && !random.chance(HALF_DONE)) return undefined
  const at = new Date(
    isPatient
      ? Math.min(
          now - HOUR,
          Math.max(needed.created.getTime(), needed.starts_at.getTime() - 26 * HOUR),
        )
      : needed.starts_at.getTime() + HOUR / 4,
  )
  const on = toClinicDate(at.getTime(), timeZone)
  return {
    ...needed,
    at,
    by: isPatient ? needed.patient_id : needed.clinician_id,
    on,
    answers: answersTo(needed, random, on),
    isSubmitted,
    isAmended: isSubmitted && isPatient && random.chance(AMENDED),
  }
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

const firstHalf = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).slice(0, Math.ceil(Object.keys(answers).length / 2)))

function changed(items: readonly FormItem[], answers: Answers): Answers {
  const group = items.find(({ type }) => type === 'group')
  if (!group) return answers
  return {
    ...answers,
    [group.id]: [{ 'medicine-name': 'Ibuprofen 200 mg', 'medicine-dose': 'When needed' }],
  }
}

const toKey = (form: Pick<Needed, 'appointment_id' | 'eform_id' | 'kind'>) =>
  `${form.appointment_id} ${form.eform_id} ${form.kind}`

async function insertSaved(
  executor: Executor,
  filled: readonly Filled[],
): Promise<Map<string, number>> {
  if (filled.length === 0) return new Map()
  const rows = await executor
    .insertInto('saved_form')
    .values(
      filled.map((form) => ({
        appointment_id: form.appointment_id,
        eform_id: form.eform_id,
        edition: form.edition,
        subversion: form.subversion,
        kind: form.kind,
        answers: form.isSubmitted ? null : JSON.stringify(firstHalf(form.answers)),
        revision: form.isSubmitted ? 5 : 2,
        started_by: form.by,
        saved_by: form.by,
        started: form.at,
        saved: form.at,
      })),
    )
    .returning(['id', 'appointment_id', 'eform_id', 'kind'])
    .$narrowType<{ kind: Needed['kind'] }>()
    .execute()
  return new Map(rows.map((row) => [toKey(row), row.id]))
}

type Submitted = Filled & { savedId: number; revision: number; replaces?: number }

async function insertSubmitted(
  executor: Executor,
  submitted: readonly Submitted[],
): Promise<Map<number, number>> {
  if (submitted.length === 0) return new Map()
  const rows = await executor
    .insertInto('submitted_form')
    .values(
      submitted.map((form) => ({
        saved_form_id: form.savedId,
        revision: form.revision,
        answers: JSON.stringify(form.answers),
        alerts: JSON.stringify(evaluateForm(form.items, form.answers, { on: form.on }).alerts),
        replaces: form.replaces ?? null,
        reason: form.replaces ? 'I had left something out' : '',
        submitted: form.at,
        submitted_by: form.by,
        submitted_role: form.kind === 'patient' ? 'patient' : 'staff',
      })),
    )
    .returning(['id', 'saved_form_id'])
    .execute()
  return new Map(rows.map(({ id, saved_form_id }) => [saved_form_id, id]))
}

const RARELY = 0.08
const NAMES = ['Ramipril 5 mg', 'Metformin 500 mg', 'Salbutamol inhaler', 'Amlodipine 10 mg']

/** A plausible answer to one question; undefined where it is left out. */
function plausibleAnswer(
  item: FormItem,
  random: Random,
  { name, on, after }: { name: string; on: string; after: string },
): AnswerToQuestion | Record<string, AnswerToQuestion>[] | undefined {
  switch (item.type) {
    case 'radio': {
      const values = item.options.map(({ value }) => value)
      if (values.length === 2 && values.includes('no')) return random.chance(RARELY) ? 'yes' : 'no'
      return random.pick(values)
    }
    case 'select':
      return random.pick(item.options).value
    case 'checkboxes':
      return item.required
        ? item.options.map(({ value }) => value)
        : [random.pick(item.options).value]
    case 'checkbox':
      return true
    case 'number':
      return plausibleNumber(item, random)
    case 'date':
      return item.id === 'birth' ? '1984-05-12' : after
    case 'time':
      return '09:40'
    case 'signature':
      return { name, signed_on: on }
    case 'group':
      return random.chance(0.5)
        ? [{ 'medicine-name': random.pick(NAMES), 'medicine-dose': 'Once a day' }]
        : undefined
    case 'text':
      return 'A rash on both arms for two days'
    case 'textarea':
      return item.id === 'countries'
        ? random.pick(['Kenya and Tanzania', 'Thailand', 'Peru'])
        : item.required
          ? 'Swollen lips for an hour'
          : undefined
    default:
      return undefined
  }
}

const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  weight: [58, 118],
  height: [155, 190],
  days: [1, 12],
  'first-systolic': [112, 168],
  'first-diastolic': [68, 98],
  'second-systolic': [110, 160],
  'second-diastolic': [66, 95],
  last: [125, 165],
  pulse: [56, 92],
  temperature: [36, 37],
}

const plausibleNumber = ({ id }: FormItem, random: Random) => {
  const [lowest, highest] = NUMBERS[id] ?? [1, 9]
  return random.between(lowest, highest)
}
