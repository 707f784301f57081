import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'
import { fillableDefinition } from '../fillable-definition.ts'
import { nameOfItem } from './change-items.ts'

export type ItemProblem = { id: string | null; message: string }

const OF_ITEM = /^Item (\d+)(?:\.(\d+))?(?: \([^)]*\))?: (.*)$/s
const OF_INSIDE = /^items\.(\d+)\.(.*)$/s

export function itemProblems(items: readonly FormItem[]): ItemProblem[] {
  const { error } = fillableDefinition.safeParse(items)
  const problems = (error?.issues ?? []).map(({ message }): ItemProblem => {
    const [, number, inside, problem = message] = OF_ITEM.exec(message) ?? []
    const item = number === undefined ? undefined : items[Number(number) - 1]
    if (!item) return { id: null, message }
    const [, place, rest] = OF_INSIDE.exec(problem) ?? []
    const at =
      inside !== undefined ? Number(inside) - 1 : place === undefined ? null : Number(place)
    const each = item.type === 'group' && at !== null ? item.items[at] : undefined
    return { id: (each ?? item).id, message: formatItemProblem(rest ?? problem, items) }
  })
  return problems.filter(
    ({ id, message }, at) =>
      problems.findIndex((one) => one.id === id && one.message === message) === at,
  )
}

function formatItemProblem(problem: string, items: readonly FormItem[]): string {
  const [, path = '', message = problem] = /^([a-z_]+(?:\.[\w]+)*): (.*)$/s.exec(problem) ?? []
  const text = plainMessage(path, message)
  const known = new Map(allItems(items).map((item) => [item.id, nameOfItem(item)]))
  const named = text.replaceAll(/“([^“”]*)”/g, (_, id: string) => `“${known.get(id) ?? id}”`)
  return named.charAt(0).toUpperCase() + named.slice(1)
}

function plainMessage(path: string, message: string): string {
  const reference = references.find(([pattern]) => pattern.test(message))
  if (reference) return message.replace(...reference)
  if (!message.startsWith('Too small')) return message
  if (/^options\.\d+\.label$/.test(path)) return 'Enter the words of each option'
  if (path === 'label' || path === 'text') return 'Enter the words'
  return message
}

const references: readonly [RegExp, string][] = [
  [/^there is no item “.*”$/s, 'This refers to a question that was removed'],
  [/^“\w+” does not work with (“.*”)$/s, 'Choose another comparison for $1'],
  [/^(“.*?”) is never .*$/s, 'Choose another answer to $1'],
  [/^(“.*”) cannot be used for “\w+”$/s, '$1 cannot be counted here'],
  [/^“bmi” is calculated from .*$/s, 'Choose the weight and the height'],
  [/^“age” is calculated from .*$/s, 'Choose the date of birth'],
]
