import type { FormCalls } from '../form-calls.ts'
import type { FileChoosing } from '../questions/filling-context.ts'
import type { FormFields } from '../use-filled-form.ts'
import type { FormFillingView } from './use-form-filling.ts'

type ChosenFiles = { view: FormFillingView; fields: FormFields; calls: FormCalls }

/** What the file questions of an open form do. */
export function useChosenFiles({ view }: ChosenFiles): FileChoosing {
  const { sending, send } = view
  const [first] = sending?.context.files ?? []
  return {
    choose: (path, item, files) =>
      send({ type: 'files.chosen', files: files.map((file) => ({ path, item, file })) }),
    retry: () => send({ type: 'upload.retried' }),
    cancel: () => send({ type: 'upload.cancelled' }),
    current: first
      ? {
          path: first.path,
          name: first.file.name,
          isFailed: sending?.matches('notUploaded') === true,
          progress: 0,
        }
      : null,
    problem: sending?.context.problem ?? null,
    addressOf: () => null,
  }
}
