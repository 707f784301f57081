import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Answers, GroupEntry } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { isBlankAnswer, withoutBlanks } from '#lib/forms/compare-answers.ts'
import { evaluateForm, type FormEvaluation, type ShownItem } from '#lib/forms/evaluate-form.ts'
import { useSettledBlur } from '../ui/form/use-settled-blur.ts'
import type { Filling } from './questions/filling-context.ts'

type FilledForm = {
  items: readonly FormItem[]
  /** Where it begins; later changes of this are ignored. */
  answers: Answers
  /** `YYYY-MM-DD`, from which ages count. */
  on: string
  /** Of the branch, for who must not come as planned. */
  telephone?: string
  onChange?: (answers: Answers) => void
}

export type FormFields = {
  filling: Filling
  evaluation: FormEvaluation
  /** What is wrong with an answer, once it is to be shown. */
  problemOf: (path: string) => string | undefined
  adviceOf: (item: string) => string | undefined
  /** Shows what is wrong with these. */
  reveal: (paths: readonly string[]) => void
  setAnswer: (path: string, change: (before: unknown) => unknown) => void
}

/** Answers in react-hook-form, judged with each change. Only a changed verdict renders the page. */
export function useFilledForm(filled: FilledForm): FormFields {
  const { items, answers, on, telephone = '', onChange } = filled
  const form = useForm<Answers>({ defaultValues: withEntries(items, answers) })
  const { control, getValues, setValue, subscribe } = form
  const [judged, setJudged] = useState(answers)
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set())
  const evaluation = useMemo(() => evaluateForm(items, judged, { on }), [items, judged, on])
  const verdict = useMemo(() => verdictOf(evaluation), [evaluation])
  const changed = useEffectEvent(() => {
    const now = plain(getValues())
    if (verdictOf(evaluateForm(items, now, { on })) !== verdict) setJudged(now)
    onChange?.(now)
  })
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => changed() }),
    [subscribe],
  )
  const reveal = useCallback((paths: readonly string[]) => {
    setRevealed((before) => new Set([...before, ...paths]))
  }, [])
  const settled = useSettledBlur()
  const left = useCallback(
    (path: string) =>
      settled(() => {
        // Nothing is missing before somebody wants to go on.
        if (!isBlankAnswer(getValues(path))) reveal([path])
      }),
    [settled, getValues, reveal],
  )
  const filling = useMemo(() => ({ control, on, telephone, left }), [control, on, telephone, left])
  const problems = useMemo(
    () => new Map(evaluation.problems.map(({ path, message }) => [path, message])),
    [evaluation],
  )
  return {
    filling,
    evaluation,
    reveal,
    problemOf: (path) => (revealed.has(path) ? problems.get(path) : undefined),
    adviceOf: (item) =>
      evaluation.alerts.find((alert) => alert.item === item && alert.level === 'stop')?.advice,
    setAnswer: (path, change) =>
      setValue(path, change(getValues(path)) as never, { shouldDirty: true }),
  }
}

/** A copy, without what react-hook-form has for questions that nobody answered. */
const plain = (values: Answers): Answers =>
  withoutBlanks(JSON.parse(JSON.stringify(values)) as Answers)

/** A group has as many entries as it needs. */
function withEntries(items: readonly FormItem[], answers: Answers): Answers {
  const groups = items.filter((item) => item.type === 'group')
  const entries = groups.map(({ id, min = 0 }): [string, GroupEntry[]] => {
    const given = (answers[id] ?? []) as GroupEntry[]
    const missing = Math.max(0, min - given.length)
    return [id, [...given, ...Array.from({ length: missing }, () => ({}))]]
  })
  return { ...answers, ...Object.fromEntries(entries) }
}

/** All that a change can alter on the page. */
function verdictOf({ pages, problems, alerts }: FormEvaluation): string {
  const shown = pages.map(({ page, items }) => [page?.id, items.map(traceOf)])
  return JSON.stringify([shown, problems.map(({ path, message }) => [path, message]), alerts])
}

const traceOf = ({ item, path, value, entries }: ShownItem): unknown => [
  path,
  item.type === 'calculated' ? value : null,
  entries?.map((entry) => entry.map(traceOf)),
]
