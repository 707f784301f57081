import { sql } from 'kysely'
import type { Answers, AnswerToQuestion } from '#lib/contract/forms/form-answers.ts'
import type { PrefillField } from '#lib/contract/forms/form-constants.ts'
import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { initialAnswers } from '#lib/forms/initial-answers.ts'
import { readAnswer } from '#lib/forms/read-answer.ts'
import { can } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import { asDeclared } from '../identity/guest-links.ts'
import type { FormViewer } from './form-viewer.ts'

type PrefilledBy = { prefill?: PrefillField | undefined; prefill_answer?: string | undefined }
type Known = Readonly<Record<PrefillField, string>>
type PrefilledFor = { patientId: number; appointmentId: number; staffId: number }

/**
 * A form starts with fields of the patient's record, and answers of the appointment's submitted
 * forms for staff who may see those, else with what the question itself starts with. A link gets
 * nothing of a record, because its holder never said whose it is; a guest gets what guests
 * declared.
 */
export async function prefilledAnswers(
  executor: Executor,
  viewer: FormViewer,
  items: readonly FormItem[],
  { patientId, appointmentId, staffId }: PrefilledFor,
): Promise<Answers> {
  const initial = initialAnswers(items)
  if (viewer.isLink) return initial
  const { staff } = viewer
  const record = items.some((item) => 'prefill' in item && item.prefill)
    ? await readKnown(executor, viewer, patientId)
    : null
  const seesForms = staff && can(staff, 'submittedForm.see', { staffId })
  const given =
    seesForms && items.some((item) => 'prefill_answer' in item && item.prefill_answer)
      ? await submittedByPatient(executor, appointmentId)
      : {}
  const answers = items.flatMap((item): [string, AnswerToQuestion][] => {
    if (item.type === 'group' || item.type === 'page') return []
    const raw = findRawValue(item, record, given)
    const { value } = readAnswer(item, raw)
    return value === undefined ? [] : [[item.id, value]]
  })
  return { ...initial, ...Object.fromEntries(answers) }
}

function findRawValue(item: GroupedItem, record: Known | null, given: Answers) {
  const { prefill_answer: other, prefill } = item as PrefilledBy
  if (other !== undefined && Object.hasOwn(given, other)) return given[other]
  return prefill && record ? record[prefill] : undefined
}

async function readKnown(
  executor: Executor,
  { audience }: FormViewer,
  patientId: number,
): Promise<Known> {
  const row = await executor
    .selectFrom('person')
    .leftJoin('gp_surgery', 'gp_surgery.id', 'person.gp_surgery_id')
    .selectAll('person')
    .select('gp_surgery.name as gp_surgery')
    .where('person.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const person = audience === 'public' ? asDeclared(row) : row
  const { address1, address2, city, county, postcode } = person
  return {
    full_name: person.full_name,
    first_name: person.first_name,
    last_name: person.last_name,
    dob: person.dob ?? '',
    email: person.email,
    mobile: person.mobile,
    address: [address1, address2, city, county, postcode].filter((line) => line !== '').join(', '),
    postcode,
    nhs_number: person.nhs_number,
    gp_surgery: person.gp_surgery_id === null ? '' : (person.gp_surgery ?? ''),
  }
}

/** It takes the latest of each form; a later form wins. */
async function submittedByPatient(executor: Executor, appointmentId: number): Promise<Answers> {
  const { rows } = await sql<{ answers: Answers }>`
    select submitted_form.answers from submitted_form
      join saved_form on saved_form.id = submitted_form.saved_form_id
    where saved_form.appointment_id = ${appointmentId} and saved_form.kind = 'patient'
      and not exists (select from submitted_form as later where later.replaces = submitted_form.id)
    order by submitted_form.submitted, submitted_form.id`.execute(executor)
  return Object.assign({}, ...rows.map(({ answers }) => answers))
}
