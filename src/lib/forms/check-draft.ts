import { z } from 'zod'
import type { FieldErrors } from '../contract/errors.ts'
import {
  type Answer,
  AnsweredFile,
  type Answers,
  Signature,
} from '../contract/forms/form-answers.ts'
import type { FormItem, GroupedItem } from '../contract/forms/form-item.ts'
import { allItems, holdsAnswer } from '../contract/forms/item-lists.ts'

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

/** Every file that the answers name, with the item that it belongs to. */
export function filesIn(
  items: readonly FormItem[],
  answers: Answers,
): { item: string; file: AnsweredFile }[] {
  const fileItems = allItems(items).filter(({ type }) => type === 'file')
  const entries = Object.values(answers).flatMap((answer) =>
    Array.isArray(answer) ? answer.filter((each) => typeof each === 'object') : [],
  )
  const sources = [answers, ...(entries as Record<string, Answer>[])]
  return fileItems.flatMap(({ id }) =>
    sources
      .flatMap((source) => (Object.hasOwn(source, id) ? (source[id] as AnsweredFile[]) : []))
      .map((file) => ({ item: id, file })),
  )
}
