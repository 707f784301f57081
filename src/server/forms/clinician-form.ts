import { isDeepStrictEqual } from 'node:util'
import type { ClinicianForm, ClinicianFormUpdate } from '#lib/contract/forms/filled-forms.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusal.ts'
import { auditForm } from './audit-form.ts'
import { findSavedForm, latestSubmitted, lockSavedForm } from './find-form.ts'
import {
  draftAnswers,
  type SavedFormRow,
  savedFormRows,
  submittedAnswers,
  submittedFormRows,
} from './form-rows.ts'
import { checkMayForm, type FormViewer, staffViewer, withViewer } from './form-viewer.ts'
import { answeredEform, clinicDay, presentClinicianForm } from './present-form.ts'
import { checkAnswers, savedAnswers } from './save-form.ts'
import { startedForm } from './start-form.ts'
import { submitAnswers } from './submit-form.ts'

/** Starts one, filled in from the record and the patient's forms, or returns the one there is. */
export async function startClinicianForm(
  call: SignedInCall,
  requested: { appointment_id: number; eform_id: number },
): Promise<ClinicianForm> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const { appointment_id, eform_id } = requested
    const known = await savedFormRows(tx, viewer)
      .where('saved_form.appointment_id', '=', appointment_id)
      .where('saved_form.eform_id', '=', eform_id)
      .where('saved_form.kind', '=', 'clinician')
      .executeTakeFirst()
    if (known) checkMayForm(viewer, 'clinicianForm.see', known.staff_id)
    const row = known ?? (await startedForm(tx, call, viewer, 'clinician', requested))
    return await presentWhole(tx, call, viewer, row)
  })
}

export async function readClinicianForm(call: SignedInCall, id: number): Promise<ClinicianForm> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const row = await findSavedForm(tx, viewer, 'clinician', id)
    checkMayForm(viewer, 'clinicianForm.see', row.staff_id)
    await auditForm(tx, call, viewer, {
      action: 'form.read',
      subjectType: 'clinician_form',
      subjectId: id,
      row,
    })
    return await presentWhole(tx, call, viewer, row)
  })
}

/**
 * Saves a draft or completes it. One that was completed is amended, which takes a reason.
 * @throws Refusal as `saveForm` and `submitForm`.
 */
export async function updateClinicianForm(
  call: SignedInCall,
  id: number,
  { answers, revision, complete, reason }: ClinicianFormUpdate,
): Promise<ClinicianForm> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const row = await lockSavedForm(tx, viewer, 'clinician', id)
    checkMayForm(viewer, 'clinicianForm.change', row.staff_id)
    const latest = await latestSubmitted(tx, viewer, id)
    const known =
      (await draftAnswers(tx, id)) ?? (latest && (await submittedAnswers(tx, latest.id)))
    if (!complete && isDeepStrictEqual(known, answers)) {
      return await presentWhole(tx, call, viewer, row)
    }
    if (!complete && !row.is_draft) {
      throw new Refusal('conflict', 'This form is completed. Amend it with a reason.')
    }
    if (row.revision !== revision && complete) {
      throw new Refusal('stale', `${row.saved_by_name} changed this form since.`)
    }
    if (complete) {
      await checkAnswers(tx, call, row, answers)
      await submitAnswers(
        tx,
        call,
        viewer,
        { ...row, amends: latest?.id ?? null },
        {
          answers,
          reason,
        },
      )
    } else await savedAnswers(tx, call, viewer, row, { answers, revision })
    return await presentWhole(tx, call, viewer, await findSavedForm(tx, viewer, 'clinician', id))
  })
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
  const draft = await draftAnswers(tx, row.id)
  const completed = latest ? await submittedAnswers(tx, latest.id) : {}
  return {
    ...presentClinicianForm(row, latest, { call, viewer }),
    eform: await answeredEform(tx, call, row),
    answers: draft ?? completed,
    is_draft: draft !== null,
    on: clinicDay(call, draft === null ? latest?.submitted : undefined),
    versions: versions.map(({ id, submitted, submitted_by_name, reason }) => ({
      id,
      submitted: submitted.toISOString(),
      submitted_by_name,
      reason,
    })),
  }
}
