import type { SavedForm, SavedFormStart } from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { auditSavedForm } from './audit-form.ts'
import { appointmentOfForm, latestSubmitted, lockSavedForm } from './find-form.ts'
import { checkFormOpen } from './form-rights.ts'
import { type SavedFormRow, savedFormRows, submittedAnswers, versionContent } from './form-rows.ts'
import { checkMayForm, type FindViewer, type FormViewer, withViewer } from './form-viewer.ts'
import { prefilledAnswers } from './prefill.ts'
import { presentSavedForm } from './present-form.ts'

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
