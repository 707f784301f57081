import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SavedFormSummary } from '#lib/contract/forms/filled-forms.ts'
import type { AnsweredFile, Answers } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { draftProblems, filesIn } from '#lib/forms/check-draft.ts'
import { dateSignatures } from '#lib/forms/date-signatures.ts'
import type { Executor } from '../database/connection.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Call } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { auditSavedForm } from './audit-form.ts'
import { lockSavedForm } from './find-form.ts'
import { draftAnswers, type SavedFormRow, savedFormRows, versionContent } from './form-rows.ts'
import { checkMayForm, type FindViewer, type FormViewer, withViewer } from './form-viewer.ts'
import { checkFormOpen, clinicDay, presentSaved } from './present-form.ts'

type SavedFormUpdate = OperationBody<'PUT private/savedforms/{id}/'>

/** Autosaves within this time are one line of the trail. */
const ONE_SAVING_MS = 10 * 60_000

/**
 * @throws Refusal `not_found`, `not_allowed`; `invalid` for answers that are not of the form;
 *   `stale` where somebody else saved other answers; `conflict` where it was submitted, or the
 *   appointment has ended.
 */
export async function saveForm(
  call: Call,
  findViewer: FindViewer,
  id: number,
  update: SavedFormUpdate,
): Promise<SavedFormSummary> {
  return await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await lockSavedForm(tx, viewer, 'patient', id)
    checkMayForm(viewer, 'savedForm.change', row.staff_id)
    await refuseContradictions(call, () => presentSaved(tx, row, { call, viewer }))
    const saved = await savedAnswers(tx, call, viewer, row, update)
    return await presentSaved(tx, saved, { call, viewer })
  })
}

export async function savedAnswers(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  row: SavedFormRow,
  { answers: sent, revision }: SavedFormUpdate,
): Promise<SavedFormRow> {
  checkFormOpen(viewer, 'change', row.kind, row, call.services.now())
  if (!row.is_draft) throw new Refusal('conflict', 'This form has been submitted.')
  const draft = (await draftAnswers(tx, row.id)) ?? {}
  const answers = await signedAnswers(tx, call, row, { answers: sent, known: draft })
  await checkAnswers(tx, call, row, answers)
  // The answer to an earlier request may have been lost.
  if (isDeepStrictEqual(draft, answers)) return row
  if (revision !== undefined && row.revision !== revision) {
    throw new Refusal(
      'stale',
      `${row.saved_by_name} saved other answers on another device or page.`,
    )
  }
  await tx
    .updateTable('saved_form')
    .set({
      answers: JSON.stringify(answers),
      revision: sql<number>`revision + 1`,
      saved: new Date(call.services.now()),
      saved_by: viewer.actor.id,
    })
    .where('id', '=', row.id)
    .execute()
  const isOneSaving =
    row.saved_by === viewer.actor.id &&
    row.revision > 1 &&
    call.services.now() - row.saved.getTime() < ONE_SAVING_MS
  if (!isOneSaving) {
    await auditSavedForm(tx, call, viewer, row, 'form.saved')
  }
  return await savedFormRows(tx, viewer)
    .where('saved_form.id', '=', row.id)
    .executeTakeFirstOrThrow()
}

/** With the days on which they were signed. @param known what was stored before. */
export async function signedAnswers(
  tx: Executor,
  call: Call,
  row: SavedFormRow,
  { answers, known }: { answers: Answers; known: Answers },
): Promise<Answers> {
  const { items } = await versionContent(call, tx, row)
  return dateSignatures(items, answers, { known, on: clinicDay(call) })
}

/** @throws Refusal `invalid` at `answers.ITEM`. */
export async function checkAnswers(
  tx: Executor,
  call: Call,
  row: SavedFormRow,
  answers: Answers,
): Promise<void> {
  const { items } = await versionContent(call, tx, row)
  const notOfForm = draftProblems(items, answers)
  const isOfForm = Object.keys(notOfForm).length === 0
  const problems = Object.entries(
    isOfForm ? await fileProblems(tx, row.id, items, answers) : notOfForm,
  )
  if (problems.length === 0) return
  throw invalid(
    Object.fromEntries(problems.map(([path, messages]) => [`answers.${path}`, messages])),
  )
}

async function fileProblems(
  tx: Executor,
  savedFormId: number,
  items: readonly FormItem[],
  answers: Answers,
): Promise<FieldErrors> {
  const named = filesIn(items, answers)
  if (named.length === 0) return {}
  const stored = await tx
    .selectFrom('form_file')
    .select(['id', 'item', 'name', 'type', 'bytes'])
    .where('saved_form_id', '=', savedFormId)
    .where(
      'id',
      'in',
      named.map(({ file }) => file.id),
    )
    .execute()
  const isStored = ({ item, file }: { item: string; file: AnsweredFile }) =>
    stored.some(
      (one) =>
        one.id === file.id &&
        one.item === item &&
        one.name === file.name &&
        one.type === file.type &&
        one.bytes === file.bytes,
    )
  return Object.fromEntries(
    named
      .filter((one) => !isStored(one))
      .map(({ path, file }) => [path, [`${file.name} is no longer here. Send it again.`]]),
  )
}
