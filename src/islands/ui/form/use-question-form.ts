import { useEffect, useState } from 'react'
import {
  type ChangeHandler,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SummarisedError } from './ErrorSummary.tsx'
import { useSettledBlur } from './use-settled-blur.ts'

type QuestionFormOptions<Draft extends FieldValues, Question extends Path<Draft>, Written> = {
  defaultValues: Draft
  resolver: Resolver<Draft, unknown, Written>
  questions: readonly Question[]
  questionOf: (field: string) => Question | undefined
  idOf: (question: Question) => string
  pending: boolean
  serverErrors?: FieldErrors | undefined
  onSubmit: (written: Written, draft: Draft) => void
}

export type QuestionTexts = { id: string; error: string | undefined }
export type TextQuestion = QuestionTexts & UseFormRegisterReturn<string>

export function useQuestionForm<
  Draft extends FieldValues,
  Question extends Path<Draft>,
  Written extends FieldValues,
>(options: QuestionFormOptions<Draft, Question, Written>) {
  const { questions, questionOf, idOf, pending, serverErrors, onSubmit } = options
  const form = useForm<Draft, unknown, Written>({
    defaultValues: options.defaultValues as DefaultValues<Draft>,
    resolver: options.resolver,
    shouldFocusError: false,
  })
  const { formState } = form
  const [attempt, setAttempt] = useState(0)
  /** The API said this of no question; it stays until the next attempt. */
  const [general, setGeneral] = useState<readonly string[]>([])
  const settledBlur = useSettledBlur()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal is news
  useEffect(() => {
    const refused = Object.entries(serverErrors ?? {})
    if (refused.length === 0) return
    for (const [name, messages] of refused) {
      const question = questionOf(name)
      if (question) form.setError(question, { type: 'server', message: messages.join('. ') })
    }
    setGeneral(refused.flatMap(([name, messages]) => (questionOf(name) ? [] : messages)))
    setAttempt((count) => count + 1)
  }, [serverErrors, form])

  const texts = (question: Question): QuestionTexts => ({
    id: idOf(question),
    error: form.getFieldState(question, formState).error?.message,
  })
  const check = (question: Question) => {
    settledBlur(() => {
      // Only the server knows what it refused. A changed answer is checked as it is typed.
      if (form.getFieldState(question).error?.type === 'server') return
      if (form.getValues(question) || form.getFieldState(question).error) {
        void form.trigger(question)
      }
    })
  }
  const text = (question: Question): TextQuestion => {
    const { onBlur, ...registered } = form.register(question)
    const blurred: ChangeHandler = (event) => {
      check(question)
      return onBlur(event)
    }
    return { ...texts(question), ...registered, onBlur: blurred }
  }
  const fill = (answers: Partial<Draft>) => {
    const filled = questions.filter((question) => question in answers)
    for (const question of filled) {
      form.setValue(question, answers[question] as Draft[Question], { shouldDirty: true })
    }
    form.clearErrors(filled)
  }
  const send = form.handleSubmit(
    (written) => onSubmit(written, form.getValues()),
    () => setAttempt((count) => count + 1),
  )
  const submit = () => {
    if (pending) return
    setGeneral([])
    void send()
  }
  const summary: SummarisedError[] = questions.flatMap((question) => {
    const { id, error } = texts(question)
    return error ? [{ message: error, fieldId: id }] : []
  })
  summary.push(...general.map((message) => ({ message })))
  return { form, attempt, summary, text, texts, check, fill, submit }
}
