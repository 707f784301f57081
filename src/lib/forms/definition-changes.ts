import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'
import { nameOfItem } from './build/change-items.ts'

export type ChangedPart = { text: string; texts?: { before: string; after: string } }

export type DefinitionChange =
  | { kind: 'added' | 'removed' | 'moved'; id: string; name: string }
  | { kind: 'changed'; id: string; name: string; parts: readonly ChangedPart[] }

export function definitionChanges(
  earlier: readonly FormItem[],
  later: readonly FormItem[],
): DefinitionChange[] {
  const before = new Map(allItems(earlier).map((item) => [item.id, item]))
  const after = new Map(allItems(later).map((item) => [item.id, item]))
  const moved = movedIds([...before.keys()], [...after.keys()])
  const inLater = [...after.values()].flatMap((item): DefinitionChange[] => {
    const { id } = item
    const was = before.get(id)
    const name = nameOfItem(item)
    if (!was) return [{ kind: 'added', id, name }]
    const parts = changedParts(was, item)
    return [
      ...(parts.length > 0 ? [{ kind: 'changed' as const, id, name, parts }] : []),
      ...(moved.has(id) ? [{ kind: 'moved' as const, id, name }] : []),
    ]
  })
  const removed = [...before.values()]
    .filter(({ id }) => !after.has(id))
    .map((item) => ({ kind: 'removed' as const, id: item.id, name: nameOfItem(item) }))
  return [...inLater, ...removed]
}

/** Finds the fewest items that must have moved: all but the longest run that kept its order. */
function movedIds(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const indexById = new Map(before.map((id, place) => [id, place]))
  const common = after.filter((id) => indexById.has(id))
  const runs: string[][] = []
  for (const id of common) {
    const place = indexById.get(id) ?? 0
    const follows = runs.filter((run) => (indexById.get(run.at(-1) ?? '') ?? -1) < place)
    const longest = follows.reduce<string[]>(
      (best, run) => (run.length > best.length ? run : best),
      [],
    )
    runs.push([...longest, id])
  }
  const longestRun = runs.reduce<string[]>(
    (best, run) => (run.length > best.length ? run : best),
    [],
  )
  return new Set(common.filter((id) => !longestRun.includes(id)))
}

const partLabels: Readonly<Record<string, string>> = {
  type: 'kind of question',
  label: 'words',
  text: 'text',
  hint: 'hint',
  required: 'whether it must be answered',
  show_when: 'when it is shown',
  alerts: 'alerts',
  options: 'options',
  other: 'further option',
  initial: 'what it begins with',
  prefill: 'what it begins with',
  prefill_answer: 'what it begins with',
  pattern: 'what the answer must look like',
  unit: 'unit',
  calculation: 'calculation',
  of: 'what is counted',
  add_label: 'words of the button',
}

function changedParts(was: FormItem, is: FormItem): ChangedPart[] {
  const [before, after] = [was, is] as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== 'items',
  )
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const [texts, others] = [
    changed.filter((key) => textKeys.includes(key)),
    changed.filter((key) => !textKeys.includes(key)),
  ]
  return [
    ...texts.map((key) => ({
      text: partLabels[key] ?? key,
      texts: { before: String(before[key] ?? ''), after: String(after[key] ?? '') },
    })),
    ...[...new Set(others.map((key) => partLabels[key] ?? 'limits'))].map((text) => ({ text })),
  ]
}

const textKeys = ['label', 'text', 'hint']
