import { useEffect, useEffectEvent } from 'react'
import type { AnsweredFile } from '#lib/contract/forms/form-answers.ts'
import type { FileStoredEvent } from '#machines/forms/form-filling.types.ts'
import type { FormCalls } from '../form-calls.ts'
import type { FileChoosing } from '../questions/filling-context.ts'
import type { FormFields } from '../use-filled-form.ts'
import type { FormFillingView } from './use-form-filling.ts'

type ChosenFiles = { view: FormFillingView; fields: FormFields; calls: FormCalls }

export function useChosenFiles({ view, fields, calls }: ChosenFiles): FileChoosing {
  const { sending, send } = view
  const { fileSending } = view.snapshot.children
  const answer = useEffectEvent(({ path, file }: FileStoredEvent) =>
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
