import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MergedValue, mergeOver, withoutMerge } from '#server/merging/merged-fields.ts'
import { runs } from '../../amount.ts'

type Step =
  | { kind: 'merge'; offered: string; mode: MergedValue<string>['mode'] }
  | { kind: 'enter'; value: string }
  /** Undoes the merge at this place among those that stand. */
  | { kind: 'undo'; place: number }

const rules = {
  isSame: (one: string, other: string) => one === other,
  isEmpty: (value: string) => value === '',
}
const modes = fc.constantFrom('take' as const, 'keep' as const, 'fill' as const)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('merge' as const), mode: modes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('enter' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), place: fc.nat(5) }),
  },
)

/** What the field would be if the merges that were undone had never been. */
function valueWithout(base: string, log: readonly (Step & { isUndone?: boolean })[]): string {
  return log.reduce((value, entry) => {
    if (entry.kind === 'enter') return entry.value
    if (entry.kind !== 'merge' || entry.isUndone) return value
    const isTaken = entry.mode === 'take' || (entry.mode === 'fill' && value === '')
    return isTaken ? entry.offered : value
  }, base)
}

test('undone in any order, a field is what it would be without those merges', () => {
  const isBaseFilled = fc.boolean()
  const offers = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(
      isBaseFilled,
      fc.array(step, { maxLength: 12 }),
      offers,
      (isFilled, steps, filled) => {
        const base = isFilled ? 'base' : ''
        const log: (Step & { isUndone?: boolean })[] = []
        let value = base
        let standing: { layer: MergedValue<string>; entry: Step & { isUndone?: boolean } }[] = []
        for (const [index, each] of steps.entries()) {
          if (each.kind === 'enter') {
            // Values of their own: what was entered again as it was cannot be told from the merge's.
            value = `entered ${index}`
            log.push({ kind: 'enter', value })
          } else if (each.kind === 'merge') {
            const offered = filled[index] ? `offered ${index}` : ''
            const entry = { kind: 'merge' as const, offered, mode: each.mode }
            const layer = mergeOver(value, entry, rules)
            value = layer.after
            standing.push({ layer, entry })
            log.push(entry)
          } else if (standing.length > 0) {
            const place = each.place % standing.length
            const [undone] = standing.splice(place, 1)
            if (!undone) continue
            undone.entry.isUndone = true
            const later = standing.slice(place)
            const without = withoutMerge(
              undone.layer,
              later.map(({ layer }) => layer),
              value,
              rules,
            )
            value = without.value
            standing = [
              ...standing.slice(0, place),
              ...later.map(({ entry }, at) => ({
                entry,
                layer: without.later[at] ?? undone.layer,
              })),
            ]
          }
          expect(value).toBe(valueWithout(base, log))
        }
      },
    ),
    { numRuns: runs(300, 2_000) },
  )
})
