import { fromPromise } from 'xstate'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { FormSubmission, SavedForm } from '#lib/contract/forms/filled-forms.ts'
import { LARGEST_FILE_BYTES } from '#lib/contract/forms/form-constants.ts'
import type { EndedForm, StoredAnswers } from '#machines/forms/answer-saving.machine.ts'
import { answerSavingMachine } from '#machines/forms/answer-saving.machine.ts'
import { fileSendingMachine } from '#machines/forms/file-sending.machine.ts'
import { formFillingMachine } from '#machines/forms/form-filling.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import type { FormCalls } from '../form-calls.ts'
import type { AnswerStorage } from './stored-answers.ts'

export type FillingCalls = {
  isGuest: boolean
  closedTexts: string
  read: (id: number) => Promise<SavedForm>
  save: (
    id: number,
    body: OperationBody<'PUT private/savedforms/{id}/'>,
  ) => Promise<Pick<SavedForm, 'revision' | 'saved'>>
  submit: (body: FormSubmission) => Promise<{ id: number }>
  uploadFile: FormCalls['uploadFile']
}

type FillingDeps = {
  id: number
  calls: FillingCalls
  storage: AnswerStorage
}

export function formFillingWithActors(deps: FillingDeps) {
  const { id, calls } = deps
  return formFillingMachine.provide({
    actors: {
      openForm: fromPromise(() => openForm(deps)),
      submitForm: fromPromise(async ({ input: { revision, reason } }) => {
        try {
          const submitted = await calls.submit({ saved_form_id: id, revision, reason })
          deps.storage.forget()
          return { kind: 'submitted', submittedId: submitted.id, leftOut: false }
        } catch (error) {
          const refusal = certainRefusal(error)
          if (refusal.isUnsent) return { kind: 'unsent' }
          if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
          if (refusal.code === 'stale') return { kind: 'stale' }
          return await describeRefusal(deps, refusal)
        }
      }),
      answerSaving: answerSavingMachine.provide({
        actors: {
          saveAnswers: fromPromise(({ input }) => saveAnswers(deps, input)),
        },
      }),
      fileSending: fileSendingMachine.provide({
        actors: {
          uploadFile: fromPromise(({ input, signal }) => uploadFile(deps, input, signal)),
        },
      }),
    },
  })
}

async function openForm(
  deps: FillingDeps,
): Promise<ActorResult<typeof formFillingMachine, 'openForm'>> {
  const { id, calls, storage } = deps
  try {
    const form = await calls.read(id)
    const stored = storage.read(form)
    return findEnded(form, deps) ?? { kind: 'opened', form, unsaved: stored }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent || refusal.isBusy) throw error
    return refusal.status === 401 && !calls.isGuest ? { kind: 'signedOut' } : { kind: 'notFound' }
  }
}

function findEnded(
  form: SavedForm,
  { calls: { closedTexts }, storage }: FillingDeps,
): EndedForm | null {
  if (!form.is_draft) {
    const { submitted_form_id: submittedId } = form
    const leftOut = storage.hasUnsaved()
    storage.forget()
    return submittedId === null ? { kind: 'notFound' } : { kind: 'submitted', submittedId, leftOut }
  }
  return form.may.includes('change') ? null : { kind: 'withdrawn', detail: closedTexts }
}

async function saveAnswers(
  deps: FillingDeps,
  sent: StoredAnswers,
): Promise<ActorResult<typeof answerSavingMachine, 'saveAnswers'>> {
  const { id, calls } = deps
  try {
    const { revision, saved } = await calls.save(id, {
      answers: sent.answers,
      revision: sent.revision,
    })
    const isSame = revision === sent.revision
    return { kind: 'saved', revision, saved: isSame ? new Date().toISOString() : saved }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'unsent' }
    // Too much for one request is refused as a wrong answer is: the form is still there.
    if (refusal.status === 400 || refusal.status === 413) {
      return { kind: 'refused', fields: refusal.fields }
    }
    if (refusal.code === 'stale') {
      const form = await calls.read(id)
      return findEnded(form, deps) ?? { kind: 'conflict', form }
    }
    return await describeRefusal(deps, refusal)
  }
}

const TOO_LARGE = 'The file must be 20 MB or smaller.'

/** @throws where no answer came: it can be sent again. */
async function uploadFile(
  { id, calls }: FillingDeps,
  { chosen, onProgress }: ActorInput<typeof fileSendingMachine, 'uploadFile'>,
  signal: AbortSignal,
): Promise<ActorResult<typeof fileSendingMachine, 'uploadFile'>> {
  if (!chosen) throw new Error('No file was chosen')
  // Not sent in vain: the server breaks the connection off.
  if (chosen.file.size > LARGEST_FILE_BYTES) return { kind: 'refused', detail: TOO_LARGE }
  try {
    return { kind: 'uploaded', file: await calls.uploadFile(id, chosen, { onProgress, signal }) }
  } catch (error) {
    const { status, isBusy, fields, detail } = certainRefusal(error)
    if (status === 0 || status === 401 || status >= 500 || isBusy) throw error
    return { kind: 'refused', detail: joinFieldErrors(fields) || detail }
  }
}

async function describeRefusal(
  deps: FillingDeps,
  refusal: { status: number; detail: string },
): Promise<EndedForm | { kind: 'signedOut' }> {
  const { id, calls } = deps
  if (refusal.status === 401 && !calls.isGuest) return { kind: 'signedOut' }
  if (refusal.status !== 409) {
    if (refusal.status >= 500 || refusal.status === 429) throw new Error(refusal.detail)
    return { kind: 'notFound' }
  }
  const form = await calls.read(id)
  const ended = findEnded(form, deps)
  return ended?.kind === 'submitted' ? ended : { kind: 'withdrawn', detail: refusal.detail }
}
