import type { FieldErrors } from '../contract/errors.ts'
import type { Answer, AnsweredFile, Answers } from '../contract/forms/form-answers.ts'
import type { FormItem, GroupedItem } from '../contract/forms/form-item.ts'
import { holdsAnswer } from '../contract/forms/item-lists.ts'
import { isEntry } from './answer-kinds.ts'
import { findAnswer } from './evaluate-form.ts'
import { readAnswer, WRONG_KIND } from './read-answer.ts'

/**
 * A draft may be incomplete and wrong in every other way, because nothing that was typed is lost.
 * Calculated values are ignored.
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

type Found = readonly (readonly [path: string, message: string])[]

function ofOne(path: string, item: FormItem, answer: Answer): Found {
  if (item.type === 'calculated') return []
  if (item.type === 'page' || item.type === 'group' || !holdsAnswer(item)) return [[path, UNKNOWN]]
  const { problem, isMalformed } = readAnswer(item, answer)
  return problem !== undefined && isMalformed ? [[path, problem]] : []
}

function groupProblems(id: string, items: readonly GroupedItem[], answer: Answer): Found {
  if (!Array.isArray(answer)) return [[id, WRONG_KIND]]
  return (answer as unknown[]).flatMap((entry, index): Found => {
    if (!isEntry(entry)) return [[`${id}.${index}`, WRONG_KIND]]
    return Object.entries(entry).flatMap(([name, value]): Found => {
      const item = items.find((each) => each.id === name)
      const path = `${id}.${index}.${name}`
      return item ? ofOne(path, item, value) : [[path, UNKNOWN]]
    })
  })
}

type NamedFile = { item: string; path: string; file: AnsweredFile }

/** Lists every file that the answers name, with its item and the path of its answer. */
export function filesIn(items: readonly FormItem[], answers: Answers): NamedFile[] {
  return items.flatMap((item) => {
    if (item.type !== 'group') return findFiles(item, item.id, answers)
    const entries = (findAnswer(answers, item.id) ?? []) as Record<string, Answer>[]
    return entries.flatMap((entry, index) =>
      item.items.flatMap((grouped) =>
        findFiles(grouped, `${item.id}.${index}.${grouped.id}`, entry),
      ),
    )
  })
}

const findFiles = ({ id, type }: FormItem, path: string, answers: Answers): NamedFile[] =>
  type === 'file'
    ? ((findAnswer(answers, id) ?? []) as AnsweredFile[]).map((file) => ({ item: id, path, file }))
    : []
