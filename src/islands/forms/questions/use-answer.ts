import { useController } from 'react-hook-form'
import type { Answer } from '#lib/contract/forms/form-answers.ts'
import { useFilling } from './filling-context.ts'

export function useAnswer<Kind extends Answer>(path: string, empty: Kind) {
  const { control, left } = useFilling()
  const { field } = useController({ control, name: path, defaultValue: empty })
  return {
    value: (answerKind(field.value) === answerKind(empty) ? field.value : empty) as Kind,
    change: (answer: Kind) => field.onChange(answer),
    leave: () => left(path),
    ref: field.ref,
  }
}

/** Where a form is edited, an answer may be left of a question of another kind. Numbers are typed. */
const answerKind = (answer: unknown) => {
  if (Array.isArray(answer)) return 'list'
  return typeof answer === 'number' ? 'string' : typeof answer
}
