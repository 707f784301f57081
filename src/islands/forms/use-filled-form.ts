import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useForm } from 'react-hook-form'
import type { Answers, GroupEntry } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'
import { isBlankAnswer, withoutBlanks } from '#lib/forms/answer-kinds.ts'
import { evaluateForm, type FormEvaluation } from '#lib/forms/evaluate-form.ts'
import { useSettledBlur } from '../ui/form/use-settled-blur.ts'
import type { Filling } from './questions/filling-context.ts'

/** In milliseconds: shorter than anybody notices, longer than between the keys of who types fast. */
export const TYPING_PAUSE_MS = 100

/**
 * Does work once nobody has typed for a moment, so that it does not delay the next key. `settle` does
 * waiting work at once, and so does a page that is hidden or left.
 */
function useTypingPause(work: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const doWork = useEffectEvent(work)
  const atOnce = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    doWork()
  }, [])
  const settle = useCallback(() => {
    if (timer.current !== null) atOnce()
  }, [atOnce])
  const whenTyped = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(atOnce, TYPING_PAUSE_MS)
  }, [atOnce])
  useEffect(() => {
    addEventListener('visibilitychange', settle, true)
    addEventListener('pagehide', settle, true)
    return () => {
      removeEventListener('visibilitychange', settle, true)
      removeEventListener('pagehide', settle, true)
      // A sign-out ends the form, and nothing may be kept after it.
      if (timer.current !== null) clearTimeout(timer.current)
    }
  }, [settle])
  return { whenTyped, atOnce, settle }
}

type FilledForm = {
  items: readonly FormItem[]
  answers: Answers
  on: string
  telephone?: string
  onChange?: (answers: Answers) => void
}

export type FormFields = {
  filling: Filling
  /** It is a moment behind what is typed. */
  evaluation: FormEvaluation
  /** It reads what is typed by now, which `evaluation` is from then on. */
  validate: () => FormEvaluation
  problemOf: (path: string) => string | undefined
  adviceOf: (item: string) => string | undefined
  reveal: (paths: readonly string[]) => void
  setAnswer: (path: string, change: (before: unknown) => unknown) => void
}

export function useFilledForm(filled: FilledForm): FormFields {
  const { items, answers, on, telephone = '', onChange } = filled
  const form = useForm<Answers>({ defaultValues: withEntries(items, answers) })
  const { control, getValues, setValue, subscribe } = form
  const [validated, setValidated] = useState(answers)
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set())
  const evaluation = useMemo(() => evaluateForm(items, validated, { on }), [items, validated, on])
  const { whenTyped, atOnce, settle } = useTypingPause(() => {
    const now = plain(getValues())
    startTransition(() => setValidated(now))
    onChange?.(now)
  })
  useEffect(() => {
    const chosen = new Set(
      allItems(items)
        .filter(({ type }) => CHOSEN.includes(type))
        .map(({ id }) => id),
    )
    const callback = ({ name = '' }: { name?: string }) =>
      chosen.has(name.split('.').at(-1) ?? '') ? atOnce() : whenTyped()
    return subscribe({ formState: { values: true }, callback })
  }, [items, subscribe, atOnce, whenTyped])
  const reveal = useCallback((paths: readonly string[]) => {
    setRevealed((before) => new Set([...before, ...paths]))
  }, [])
  const settled = useSettledBlur()
  const left = useCallback(
    (path: string) =>
      settled(() => {
        settle()
        // Nothing is missing before somebody wants to go on.
        if (!isBlankAnswer(getValues(path))) reveal([path])
      }),
    [settled, settle, getValues, reveal],
  )
  const filling = useMemo(() => ({ control, on, telephone, left }), [control, on, telephone, left])
  const problems = useMemo(
    () => new Map(evaluation.problems.map(({ path, message }) => [path, message])),
    [evaluation],
  )
  return {
    filling,
    evaluation,
    validate: () => {
      settle()
      const now = plain(getValues())
      setValidated(now)
      return evaluateForm(items, now, { on })
    },
    reveal,
    problemOf: (path) => (revealed.has(path) ? problems.get(path) : undefined),
    adviceOf: (item) =>
      evaluation.alerts.find((alert) => alert.item === item && alert.level === 'stop')?.advice,
    setAnswer: (path, change) =>
      setValue(path, change(getValues(path)) as never, { shouldDirty: true }),
  }
}

/** They are answered with one press, which may show what comes next. */
const CHOSEN: readonly FormItem['type'][] = [
  'radio',
  'checkboxes',
  'select',
  'checkbox',
  'file',
  'signature',
  'group',
]

const plain = (values: Answers): Answers =>
  withoutBlanks(JSON.parse(JSON.stringify(values)) as Answers)

function withEntries(items: readonly FormItem[], answers: Answers): Answers {
  const groups = items.filter((item) => item.type === 'group')
  const entries = groups.map(({ id, min = 0 }): [string, GroupEntry[]] => {
    const given = (answers[id] ?? []) as GroupEntry[]
    const missing = Math.max(0, min - given.length)
    return [id, [...given, ...Array.from({ length: missing }, () => ({}))]]
  })
  return { ...answers, ...Object.fromEntries(entries) }
}
