import { useEffect, useEffectEvent } from 'react'
import type { MergedAnswersTaken } from '#machines/forms/form-filling.types.ts'
import type { FormFields } from '../use-filled-form.ts'
import type { FormFillingView } from './use-form-filling.ts'

export function useMergedAnswers({ snapshot }: FormFillingView, fields: FormFields): void {
  const { answerSaving } = snapshot.children
  const show = useEffectEvent(({ answers, items }: MergedAnswersTaken) => {
    for (const item of items) fields.setAnswer(item, () => answers[item])
  })
  useEffect(
    () => answerSaving?.on('answers.taken', (taken) => show(taken)).unsubscribe,
    [answerSaving],
  )
}
