import { z } from 'zod'
import type { FieldErrors } from '../contract/errors.ts'
import {
  type Answer,
  AnsweredFile,
  type Answers,
  Signature,
} from '../contract/forms/form-answers.ts'
import type { FormItem, GroupedItem } from '../contract/forms/form-item.ts'
import { holdsAnswer } from '../contract/forms/item-lists.ts'
import { answerOf } from './evaluate-form.ts'

const text = z.string()
const kinds: Partial<Record<FormItem['type'], z.ZodType>> = {
  number: z.union([z.number(), text]),
  checkbox: z.boolean(),
  checkboxes: z.array(text),
  signature: Signature,
  file: z.array(AnsweredFile),
}
/**
 * What in a draft is not of this form. A draft may be incomplete and wrong in every other way,
 * because nothing that was typed is lost. Calculated values are ignored.
 * @returns by the path of the item; empty when it can be stored.
 */
export function draftProblems(items: readonly FormItem[], answers: Answers): FieldErrors {
  const known = new Map(items.map((item) => [item.id, item]))
  const problems = Object.entries(answers).flatMap(([id, answer]) => {
    const item = known.get(id)
    if (!item) return [[id, UNKNOWN] as const]
    return item.type === 'group'
      ? groupProblems(item.id, item.items, answer)
      : ofOne(id, item, answer)
  })
  return Object.fromEntries(problems.map(([path, message]) => [path, [message]]))
}

const UNKNOWN = 'This form has no such question'
const WRONG_KIND = 'This answer is not of the kind that the question needs'

type Found = readonly (readonly [path: string, message: string])[]

function ofOne(path: string, item: FormItem, answer: Answer): Found {
  if (item.type === 'calculated') return []
  if (!holdsAnswer(item)) return [[path, UNKNOWN]]
  return (kinds[item.type] ?? text).safeParse(answer).success ? [] : [[path, WRONG_KIND]]
}

function groupProblems(id: string, items: readonly GroupedItem[], answer: Answer): Found {
  const entries = z.array(z.record(z.string(), z.unknown())).safeParse(answer)
  if (!entries.success) return [[id, WRONG_KIND]]
  return entries.data.flatMap((entry, index) =>
    Object.entries(entry).flatMap(([name, value]): Found => {
      const item = items.find((each) => each.id === name)
      const path = `${id}.${index}.${name}`
      return item ? ofOne(path, item, value as Answer) : [[path, UNKNOWN]]
    }),
  )
}

type NamedFile = { item: string; path: string; file: AnsweredFile }

/** Every file that the answers name, with the item that it belongs to and the path of its answer. */
export function filesIn(items: readonly FormItem[], answers: Answers): NamedFile[] {
  return items.flatMap((item) => {
    if (item.type !== 'group') return filesOf(item, item.id, answers)
    const entries = (answerOf(answers, item.id) ?? []) as Record<string, Answer>[]
    return entries.flatMap((entry, index) =>
      item.items.flatMap((grouped) => filesOf(grouped, `${item.id}.${index}.${grouped.id}`, entry)),
    )
  })
}

const filesOf = ({ id, type }: FormItem, path: string, answers: Answers): NamedFile[] =>
  type === 'file'
    ? ((answerOf(answers, id) ?? []) as AnsweredFile[]).map((file) => ({ item: id, path, file }))
    : []
