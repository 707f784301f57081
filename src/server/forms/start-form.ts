import { sql } from 'kysely'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answers, AnswerToQuestion } from '#lib/contract/forms/form-answers.ts'
import type { prefillFields } from '#lib/contract/forms/form-constants.ts'
import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { initialAnswers } from '#lib/forms/initial-answers.ts'
import { readAnswer } from '#lib/forms/read-answer.ts'
import { can } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { asDeclared } from '../identity/guest-links.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { auditSavedForm } from './audit-form.ts'
import { appointmentOfForm, latestSubmitted, lockSavedForm } from './find-form.ts'
import { type SavedFormRow, savedFormRows, submittedAnswers, versionContent } from './form-rows.ts'
import { checkMayForm, type FindViewer, type FormViewer, withViewer } from './form-viewer.ts'
import { checkFormOpen, presentSavedForm } from './present-form.ts'

type SavedFormStart = OperationBody<'POST private/savedforms/'>

/**
 * Starts a form with its present version, or returns the draft.
 * @throws Refusal `not_found`, `not_allowed`; `invalid` for a form that the appointment does not
 *   need; `conflict` where it was submitted, or the appointment has ended.
 */
export async function startForm(
  call: Call,
  findViewer: FindViewer,
  requested: SavedFormStart,
): Promise<SavedForm> {
  return await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await startedForm(tx, call, viewer, 'patient', requested)
    return await presentSavedForm(tx, row, { call, viewer })
  })
}

export async function startedForm(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  kind: 'patient' | 'clinician',
  { appointment_id, eform_id, amends }: SavedFormStart,
): Promise<SavedFormRow> {
  const appointment = await appointmentOfForm(tx, viewer, appointment_id)
  checkMayForm(
    viewer,
    kind === 'clinician' ? 'clinicianForm.start' : 'savedForm.start',
    appointment.staff_id,
  )
  const known = await knownForm(tx, appointment_id, eform_id, kind)
  if (known !== undefined) {
    const row = await lockSavedForm(tx, viewer, kind, known).catch(() => {
      // A link sees nothing of what another person began for the same appointment.
      throw new Refusal('conflict', 'This form was already started. Contact the branch.')
    })
    if (row.is_draft) {
      // Staff who find a draft read what somebody else typed.
      if (viewer.staff) await auditSavedForm(tx, call, viewer, row, 'form.read')
      return row
    }
    return await amendedDraft(tx, call, viewer, row, amends)
  }
  checkFormOpen(viewer, 'start', kind, appointment, call.services.now())
  return await newForm(tx, call, viewer, { kind, appointment, eform_id })
}

const knownForm = async (tx: Executor, appointmentId: number, eformId: number, kind: string) =>
  (
    await tx
      .selectFrom('saved_form')
      .select('id')
      .where('appointment_id', '=', appointmentId)
      .where('eform_id', '=', eformId)
      .where('kind', '=', kind)
      .executeTakeFirst()
  )?.id

async function newForm(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  {
    kind,
    appointment,
    eform_id,
  }: {
    kind: 'patient' | 'clinician'
    appointment: Awaited<ReturnType<typeof appointmentOfForm>>
    eform_id: number
  },
): Promise<SavedFormRow> {
  const eform = await tx
    .selectFrom('eform')
    .select(['id as eform_id', 'edition', 'subversion'])
    .where('id', '=', eform_id)
    .where('archived', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom(`appointment_type_${kind}_form`)
          .select('eform_id')
          .whereRef('eform_id', '=', 'eform.id')
          .where('appointment_type_id', '=', appointment.appointment_type_id),
      ),
    )
    .executeTakeFirstOrThrow(() =>
      invalid({ eform_id: ['This appointment does not need this form.'] }),
    )
  const { items } = await versionContent(call, tx, eform)
  const answers = await prefilledAnswers(tx, viewer, items, {
    patientId: appointment.patient_id,
    appointmentId: appointment.id,
    staffId: appointment.staff_id,
  })
  // Two who start at once share one draft.
  const made = await tx
    .insertInto('saved_form')
    .values({
      ...eform,
      kind,
      appointment_id: appointment.id,
      answers: JSON.stringify(answers),
      started_by: viewer.actor.id,
      saved_by: viewer.actor.id,
    })
    .onConflict((conflict) => conflict.constraint('saved_form_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    return await startedForm(tx, call, viewer, kind, { appointment_id: appointment.id, eform_id })
  }
  const row = await savedFormRows(tx, viewer)
    .where('saved_form.id', '=', made.id)
    .executeTakeFirstOrThrow()
  await auditSavedForm(tx, call, viewer, row, 'form.started')
  return row
}

/**
 * Begins with the answers of the latest submitted form.
 * @throws Refusal `not_allowed`, `conflict`; `stale` where `amends` is not the latest.
 */
export async function amendedDraft(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  row: SavedFormRow,
  amends: number | undefined,
): Promise<SavedFormRow> {
  const latest = await latestSubmitted(tx, viewer, row.id)
  if (!latest || amends === undefined) {
    throw new Refusal('conflict', 'This form has been submitted.')
  }
  if (latest.id !== amends) throw new Refusal('stale', 'This form has been changed since.')
  const action = row.kind === 'clinician' ? 'clinicianForm.change' : 'submittedForm.amend'
  checkMayForm(viewer, action, row.staff_id)
  checkFormOpen(viewer, 'amend', row.kind, row, call.services.now())
  const answers: Answers = await submittedAnswers(tx, latest.id)
  await tx
    .updateTable('saved_form')
    .set((eb) => ({
      answers: JSON.stringify(answers),
      amends: latest.id,
      revision: eb('revision', '+', 1),
      saved: new Date(call.services.now()),
      saved_by: viewer.actor.id,
    }))
    .where('id', '=', row.id)
    .execute()
  return await lockSavedForm(tx, viewer, row.kind as 'patient', row.id)
}

type PrefilledBy = { prefill?: PrefillField | undefined; prefill_answer?: string | undefined }
type Known = Readonly<Record<PrefillField, string>>
type PrefilledFor = { patientId: number; appointmentId: number; staffId: number }

/**
 * A form starts with fields of the patient's record, and answers of the appointment's submitted
 * forms for staff who may see those, else with what the question itself starts with. A link gets
 * nothing of a record, because its holder never said whose it is; a guest gets what guests
 * declared.
 */
async function prefilledAnswers(
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

type PrefillField = (typeof prefillFields)[number]
