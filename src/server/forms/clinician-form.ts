import { isDeepStrictEqual } from 'node:util'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'
import { dateSignatures } from '#lib/forms/date-signatures.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import type { Executor } from '../database/connection.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { auditSavedForm } from './audit-form.ts'
import { findSavedForm, latestSubmitted, lockSavedForm } from './find-form.ts'
import {
  draftAnswers,
  type SavedFormRow,
  savedFormRows,
  submittedAnswers,
  submittedFormRows,
  versionContent,
} from './form-rows.ts'
import { checkMayForm, type FormViewer, staffViewer, withViewer } from './form-viewer.ts'
import { clinicDay, noAnswers, presentClinicianForm, seesAnswers } from './present-form.ts'
import { checkAnswers, savedAnswers, signedAnswers } from './save-form.ts'
import { amendedDraft, startedForm } from './start-form.ts'
import { latestRevision, submitAnswers } from './submit-form.ts'

type ClinicianFormUpdate = OperationBody<'PUT admin/clinicianforms/{id}/'>

export const clinicianFormRoutes = {
  'POST admin/clinicianforms/': ({ body }, call) => startClinicianForm(call, body),
  'GET admin/clinicianforms/{id}/': ({ params }, call) => readClinicianForm(call, params.id),
  'PUT admin/clinicianforms/{id}/': ({ params, body }, call) =>
    updateClinicianForm(call, params.id, body),
} satisfies Handlers

/**
 * Starts one, filled in from the record and the patient's forms, or returns the one there is.
 * @throws Refusal as `startForm`.
 */
async function startClinicianForm(
  call: SignedInCall,
  requested: OperationBody<'POST private/savedforms/'>,
): Promise<ClinicianForm> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const { appointment_id, eform_id, amends } = requested
    const known = await savedFormRows(tx, viewer)
      .where('saved_form.appointment_id', '=', appointment_id)
      .where('saved_form.eform_id', '=', eform_id)
      .where('saved_form.kind', '=', 'clinician')
      .executeTakeFirst()
    if (!known) {
      const started = await startedForm(tx, call, viewer, 'clinician', requested)
      return await presentWhole(tx, call, viewer, started)
    }
    checkMayForm(viewer, 'clinicianForm.see', known.staff_id)
    await auditSavedForm(tx, call, viewer, known, 'form.read')
    const row = await lockSavedForm(tx, viewer, 'clinician', known.id)
    const isToAmend = amends !== undefined && !row.is_draft
    const opened = isToAmend ? await amendedDraft(tx, call, viewer, row, amends) : row
    return await presentWhole(tx, call, viewer, opened)
  })
}

async function readClinicianForm(call: SignedInCall, id: number): Promise<ClinicianForm> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const row = await lockSavedForm(tx, viewer, 'clinician', id, 'forShare')
    checkMayForm(viewer, 'clinicianForm.see', row.staff_id)
    await auditSavedForm(tx, call, viewer, row, 'form.read')
    return await presentWhole(tx, call, viewer, row)
  })
}

/**
 * Saves a draft or completes it. One that was completed is amended, which takes a reason. Sent
 * again, it is completed once.
 * @throws Refusal as `saveForm` and `submitForm`.
 */
async function updateClinicianForm(
  call: SignedInCall,
  id: number,
  update: ClinicianFormUpdate,
): Promise<ClinicianForm> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const row = await lockSavedForm(tx, viewer, 'clinician', id)
    checkMayForm(viewer, 'clinicianForm.change', row.staff_id)
    // Completing changes the state, which a client may state already.
    const { status: _, completed: __, is_draft: ___, ...owner } = call.sentBack
    const sentBack = update.complete ? owner : call.sentBack
    await refuseContradictions({ sentBack }, () => presentWhole(tx, call, viewer, row))
    if (update.complete) await complete(tx, call, viewer, row, update)
    else await save(tx, call, viewer, row, update)
    return await presentWhole(tx, call, viewer, await findSavedForm(tx, viewer, 'clinician', id))
  })
}

async function save(
  tx: Executor,
  call: SignedInCall,
  viewer: FormViewer,
  row: SavedFormRow,
  { answers, revision }: ClinicianFormUpdate,
): Promise<void> {
  if (!answers) throw invalid({ answers: ['Send the answers to save.'] })
  if (!row.is_draft) {
    const latest = await latestSubmitted(tx, viewer, row.id)
    // The answer to an earlier request may have been lost.
    const known = latest && (await submittedAnswers(tx, latest.id))
    if (known && isDeepStrictEqual(known, await signedAnswers(tx, call, row, { answers, known }))) {
      return
    }
    throw new Refusal('conflict', 'This form is completed. Amend it with a reason.')
  }
  await savedAnswers(tx, call, viewer, row, { answers, revision })
}

async function complete(
  tx: Executor,
  call: SignedInCall,
  viewer: FormViewer,
  row: SavedFormRow,
  { answers, revision, reason }: ClinicianFormUpdate,
): Promise<void> {
  if (await isCompletedAlready(tx, call, viewer, row, { answers, revision, reason })) return
  const draft = await draftAnswers(tx, row.id)
  const given = answers ?? draft
  if (!given) throw new Refusal('conflict', 'This form is completed. Amend it with a reason.')
  if (revision !== undefined && row.revision !== revision) {
    throw new Refusal('stale', `${row.saved_by_name} changed this form since.`)
  }
  const latest = await latestSubmitted(tx, viewer, row.id)
  const known = draft ?? (latest ? await submittedAnswers(tx, latest.id) : {})
  const final = await signedAnswers(tx, call, row, { answers: given, known })
  await checkAnswers(tx, call, row, final)
  const amending = { ...row, amends: latest?.id ?? null }
  await submitAnswers(tx, call, viewer, amending, { answers: final, reason })
}

/** By the same request, whose answer was lost. Other answers or another reason are another request. */
async function isCompletedAlready(
  tx: Executor,
  call: SignedInCall,
  viewer: FormViewer,
  row: SavedFormRow,
  { answers, revision, reason }: Omit<ClinicianFormUpdate, 'complete'>,
): Promise<boolean> {
  const earlier = await submittedFormRows(tx, viewer)
    .where('saved_form.id', '=', row.id)
    .where('submitted_form.revision', '=', revision ?? latestRevision(row))
    .executeTakeFirst()
  if (!earlier || (earlier.replaces !== null && earlier.reason !== reason)) return false
  if (!answers) return true
  const { items } = await versionContent(call, tx, row)
  const on = clinicDay(call, earlier.submitted)
  const known = await submittedAnswers(tx, earlier.id)
  const dated = dateSignatures(items, answers, { known, on })
  return isDeepStrictEqual(known, evaluateForm(items, dated, { on }).answers)
}

async function presentWhole(
  tx: Executor,
  call: SignedInCall,
  viewer: FormViewer,
  row: SavedFormRow,
): Promise<ClinicianForm> {
  const versions = await submittedFormRows(tx, viewer)
    .where('saved_form.id', '=', row.id)
    .orderBy('submitted_form.id', 'desc')
    .execute()
  const [latest] = versions
  const isSeen = seesAnswers(viewer, row.kind, row)
  const draft = await draftAnswers(tx, row.id)
  const completed = latest ? await submittedAnswers(tx, latest.id) : noAnswers
  return {
    ...(await presentClinicianForm(tx, row, latest, { call, viewer })),
    answers: isSeen ? (draft ?? completed) : noAnswers,
    on: clinicDay(call, draft === null ? latest?.submitted : undefined),
    site_telephone: row.site_telephone,
    versions: (isSeen ? versions : []).map(({ id, submitted, submitted_by_name, reason }) => ({
      id,
      submitted: submitted.toISOString(),
      submitted_by_name,
      reason,
    })),
  }
}
