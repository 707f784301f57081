import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FormCalls } from '../form-calls.ts'
import { useFilledForm } from '../use-filled-form.ts'
import { refusedAnswers } from './refused-answers.ts'
import type { AnswerStorage } from './stored-answers.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import type { FormFillingView } from './use-form-filling.ts'
import { useMergedAnswers } from './use-merged-answers.ts'

export type SavedFields = {
  form: SavedForm
  answers: Answers
  view: FormFillingView
  saving: NonNullable<FormFillingView['saving']>
  calls: FormCalls
  storage: AnswerStorage
}

export function useSavedFields({ form, answers, view, saving, calls, storage }: SavedFields) {
  const fields = useFilledForm({
    items: form.eform.formDefinition,
    answers,
    on: form.on,
    telephone: form.site_telephone,
    onChange: (changed) => {
      const { revision, base } = saving.context
      storage.store({ answers: changed, revision, base })
      view.send({ type: 'answers.changed', answers: changed })
    },
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
