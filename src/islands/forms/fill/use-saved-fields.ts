import { useEffect, useEffectEvent } from 'react'
import type { EmittedFrom } from 'xstate'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { AnsweredFile, Answers } from '#lib/contract/forms/form-answers.ts'
import type { answerSavingMachine } from '#machines/forms/answer-saving.machine.ts'
import type { fileSendingMachine } from '#machines/forms/file-sending.machine.ts'
import type { FormCalls } from '../form-calls.ts'
import type { FileChoosing } from '../questions/filling-context.ts'
import { type FormFields, useFilledForm } from '../use-filled-form.ts'
import { refusedAnswers } from './refused-answers.ts'
import type { FormFillingView } from './use-form-filling.ts'

export type SavedFields = {
  form: SavedForm
  answers: Answers
  view: FormFillingView
  saving: NonNullable<FormFillingView['saving']>
  calls: FormCalls
}

export function useSavedFields({ form, answers, view, saving, calls }: SavedFields) {
  const fields = useFilledForm({
    items: form.eform.formDefinition,
    answers,
    on: form.on,
    telephone: form.site_telephone,
    onChange: (changed) => view.send({ type: 'answers.changed', answers: changed }),
  })
  useMergedAnswers(view, fields)
  const files = useChosenFiles({ view, fields, calls })
  const { byPath, sentences } = refusedAnswers(
    form.eform.formDefinition,
    saving.context.refusedFields,
  )
  return {
    fields: { ...fields, problemOf: (path: string) => fields.problemOf(path) ?? byPath.get(path) },
    files,
    refused: sentences.join(' '),
  }
}

function useMergedAnswers({ snapshot }: FormFillingView, fields: FormFields): void {
  const { answerSaving } = snapshot.children
  const show = useEffectEvent(({ answers, items }: EmittedFrom<typeof answerSavingMachine>) => {
    for (const item of items) fields.setAnswer(item, () => answers[item])
  })
  useEffect(
    () => answerSaving?.on('answers.taken', (taken) => show(taken)).unsubscribe,
    [answerSaving],
  )
}

type ChosenFiles = { view: FormFillingView; fields: FormFields; calls: FormCalls }

function useChosenFiles({ view, fields, calls }: ChosenFiles): FileChoosing {
  const { sending, send } = view
  const { fileSending } = view.snapshot.children
  const answer = useEffectEvent(({ path, file }: EmittedFrom<typeof fileSendingMachine>) =>
    fields.setAnswer(path, (before) => [...((before ?? []) as AnsweredFile[]), file]),
  )
  useEffect(
    () => fileSending?.on('file.stored', (stored) => answer(stored)).unsubscribe,
    [fileSending],
  )
  const { files = [], fraction = 0, problem = null } = sending?.context ?? {}
  const [first] = files
  return {
    choose: (path, item, chosen) =>
      send({ type: 'files.chosen', files: chosen.map((file) => ({ path, item, file })) }),
    retry: () => send({ type: 'upload.retried' }),
    cancel: () => send({ type: 'upload.cancelled' }),
    isSendingIn: (path) => files.some((one) => one.path.startsWith(`${path}.`)),
    current: first
      ? {
          path: first.path,
          name: first.file.name,
          isFailed: sending?.matches('notUploaded') === true,
          fraction,
        }
      : null,
    problem,
    reading: calls,
  }
}
