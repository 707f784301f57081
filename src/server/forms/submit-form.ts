import { isDeepStrictEqual } from 'node:util'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { FormSubmission, SubmittedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import type { Executor } from '../database/connection.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Call } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { auditForm } from './audit-form.ts'
import {
  appointmentOfForm,
  findSubmittedForm,
  latestSubmitted,
  lockSavedForm,
} from './find-form.ts'
import {
  draftAnswers,
  type SavedFormRow,
  type SubmittedFormRow,
  submittedAnswers,
  submittedFormRows,
  versionContent,
} from './form-rows.ts'
import { checkMayForm, type FindViewer, type FormViewer, withViewer } from './form-viewer.ts'
import { checkFormOpen, clinicDay, presentSubmittedForm } from './present-form.ts'
import { checkAnswers, signedAnswers } from './save-form.ts'

/**
 * Validates, submits and closes the draft in one transaction. Repeated, it returns the same.
 * `keep_submitted_form` refuses any later change of it.
 * @throws Refusal `not_found`, `not_allowed`; `invalid` at `answers.ITEM`; `stale` where the draft
 *   has another revision; `conflict` where the appointment has ended.
 */
export async function submitForm(
  call: Call,
  findViewer: FindViewer,
  { saved_form_id, revision, reason }: FormSubmission,
): Promise<SubmittedForm> {
  const submitted = await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await lockSavedForm(tx, viewer, 'patient', saved_form_id)
    checkMayForm(viewer, 'submittedForm.add', row.staff_id)
    const earlier = await submittedFormRows(tx, viewer)
      .where('saved_form.id', '=', row.id)
      .where('submitted_form.revision', '=', revision ?? latestRevision(row))
      .executeTakeFirst()
    if (earlier) return await presentSubmittedForm(tx, earlier, { call, viewer })
    const draft = await draftAnswers(tx, row.id)
    if (!draft) throw new Refusal('conflict', 'This form has been submitted.')
    if (revision !== undefined && row.revision !== revision) {
      throw new Refusal('stale', `${row.saved_by_name} saved other answers since.`)
    }
    const answers = await signedAnswers(tx, call, row, { answers: draft, known: draft })
    const id = await submitAnswers(tx, call, viewer, row, { answers, reason })
    const made = await findSubmittedForm(tx, viewer, id)
    return await presentSubmittedForm(tx, made, { call, viewer })
  })
  await announceForm(call, submitted)
  return submitted
}

/** Schedules show how far forms are, and what they warn of. */
async function announceForm({ services }: Call, { appointment_id }: SubmittedForm): Promise<void> {
  const place = await services.db
    .selectFrom('appointment')
    .select(['staff_id', 'room_id', 'starts_at', 'ends_at'])
    .where('id', '=', appointment_id)
    .executeTakeFirst()
  if (place) announce(services, place)
}

/**
 * Amends a submitted form at once, without a draft. The same amendment again returns what the first
 * one made. The answer is under the id that was called; `replaced_by` names the amended one.
 * @param amend what is sent, from the answers that hold.
 * @throws as `submitForm`; `stale` while somebody is amending it in a draft, and where it was amended
 *   since the caller read it.
 */
export async function amendForm(
  call: Call,
  findViewer: FindViewer,
  id: number,
  amend: (known: Answers) => OperationBody<'PUT admin/submittedforms/{id}/'>,
): Promise<SubmittedForm> {
  const amendment = await withViewer(call, findViewer, async (tx, viewer) => {
    const { saved_form_id } = await findSubmittedForm(tx, viewer, id)
    const row = await lockSavedForm(tx, viewer, 'patient', saved_form_id)
    checkMayForm(viewer, 'submittedForm.amend', row.staff_id)
    const before = await findSubmittedForm(tx, viewer, id)
    await refuseContradictions(call, () => presentSubmittedForm(tx, before, { call, viewer }))
    const latest = (await latestSubmitted(tx, viewer, saved_form_id)) ?? before
    const known = await submittedAnswers(tx, latest.id)
    const { answers: sent, reason, replaced_by } = amend(known)
    const answers = await signedAnswers(tx, call, row, { answers: sent, known })
    if (isDeepStrictEqual(known, answers)) {
      return withOriginalAddress(before, await presentSubmittedForm(tx, latest, { call, viewer }))
    }
    if (row.is_draft || (replaced_by === null && before.replaced_by !== null)) {
      throw new Refusal('stale', 'This form has been changed since, or is being changed.')
    }
    await checkAnswers(tx, call, row, answers)
    const made = await submitAnswers(
      tx,
      call,
      viewer,
      { ...row, amends: latest.id },
      { answers, reason },
    )
    const amended = await findSubmittedForm(tx, viewer, made)
    return withOriginalAddress(before, await presentSubmittedForm(tx, amended, { call, viewer }))
  })
  await announceForm(call, amendment)
  return amendment
}

/** A client replaces the row that it changed, and finds it by its id (docs/decisions/0103). */
const withOriginalAddress = ({ id }: SubmittedFormRow, amended: SubmittedForm): SubmittedForm => ({
  ...amended,
  id,
  url: amended.url.replace(`/${amended.id}/`, `/${id}/`),
  replaced_by: amended.id === id ? amended.replaced_by : amended.id,
})

export async function submitAnswers(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  row: SavedFormRow,
  { answers, reason }: { answers: Answers; reason: string },
): Promise<number> {
  const appointment = await appointmentOfForm(tx, viewer, row.appointment_id)
  const action = row.amends === null ? 'submit' : 'amend'
  checkFormOpen(viewer, action, row.kind, appointment, call.services.now())
  if (row.amends !== null && reason === '') {
    throw invalid({ reason: ['Enter why the answers change.'] })
  }
  const { items } = await versionContent(call, tx, row)
  const evaluation = evaluateForm(items, answers, { on: clinicDay(call) })
  if (evaluation.problems.length > 0) {
    throw invalid(
      Object.fromEntries(
        evaluation.problems.map(({ path, message }) => [`answers.${path}`, [message]]),
      ),
    )
  }
  const { id } = await tx
    .insertInto('submitted_form')
    .values({
      saved_form_id: row.id,
      revision: row.revision,
      answers: JSON.stringify(evaluation.answers),
      alerts: JSON.stringify(evaluation.alerts),
      replaces: row.amends,
      reason: row.amends === null ? '' : reason,
      submitted: new Date(call.services.now()),
      submitted_by: viewer.actor.id,
      submitted_role: viewer.actor.role,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await closeDraft(tx, row)
  await auditForm(tx, call, viewer, {
    action: auditedAs(row),
    subjectType: row.kind === 'clinician' ? 'clinician_form' : 'submitted_form',
    subjectId: row.kind === 'clinician' ? row.id : id,
    row,
    ...(row.amends !== null && { change: { replaces: row.amends } }),
  })
  return id
}

const auditedAs = ({ kind, amends }: SavedFormRow) => {
  if (amends !== null) return 'form.amended'
  return kind === 'clinician' ? 'form.completed' : 'form.submitted'
}

export const latestRevision = ({ is_draft, revision }: SavedFormRow): number =>
  is_draft ? revision : revision - 1

/** Answers that were typed and not submitted go with it. */
const closeDraft = async (tx: Executor, { id, revision }: SavedFormRow) =>
  await tx
    .updateTable('saved_form')
    .set({ answers: null, amends: null, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
