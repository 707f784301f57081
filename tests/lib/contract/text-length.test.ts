import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { GuestUserWrite } from '#lib/contract/people.ts'

type Part = z.core.$ZodType
/** What an earlier check has refused reaches none of them. */
type Texts = Map<Part, { at: string; isChecked: boolean }>

const PARTS = ['innerType', 'element', 'options', 'items', 'rest', 'left', 'right', 'catchall']

function collect(part: unknown, at: string, isChecked: boolean, found: Texts): Texts {
  if (Array.isArray(part)) for (const one of part) collect(one, at, isChecked, found)
  if (!(part instanceof z.core.$ZodType) || found.has(part)) return found
  found.set(part, { at, isChecked })
  const def = part._zod.def as unknown as { [name: string]: unknown }
  for (const [name, field] of Object.entries(def['shape'] ?? {})) {
    collect(field, `${at}.${name}`, false, found)
  }
  for (const name of ['in', ...PARTS, 'keyType', 'valueType']) {
    collect(def[name], at, isChecked, found)
  }
  collect(def['out'], at, true, found)
  if (def['type'] === 'lazy') collect((def['getter'] as () => unknown)(), at, isChecked, found)
  return found
}

type Check = { check: string; abort?: boolean; pattern?: RegExp }

/** Whether a check of any kind may see a text of any length. */
function isOpenToAnyLength(part: Part): boolean {
  const { type, abort: isFormat } = part._zod.def as unknown as Check & { type: string }
  if (type !== 'string' || isFormat) return false
  const checks = (part._zod.def.checks ?? []).map(({ _zod }) => _zod.def as unknown as Check)
  const first = checks.findIndex(
    ({ check, abort }) => abort && ['max_length', 'string_format'].includes(check),
  )
  return checks.some(
    ({ check, pattern }, place) =>
      (first === -1 || place < first) &&
      // Trimming comes first, and a pattern for the whole text reads it once.
      ((check === 'overwrite' && place > 0) ||
        (check === 'string_format' && pattern && !pattern.source.startsWith('^')) ||
        check === 'custom'),
  )
}

test('no check of our own reads a text before its length is known', () => {
  const texts: Texts = new Map()
  for (const key of Object.keys(contract) as OperationKey[]) {
    const { body, query, params } = contract[key] as Operation
    collect([body, query, params], key, false, texts)
  }
  const open = [...texts].filter(([part, { isChecked }]) => !isChecked && isOpenToAnyLength(part))
  expect(texts.size).toBeGreaterThan(1_000)
  expect(open.map(([, { at }]) => at)).toEqual([])
})

test('a name of a quarter of a megabyte is refused for its length alone', () => {
  // To look for an address in it took 65 seconds.
  const { error } = GuestUserWrite.safeParse({ first_name: '-A'.repeat(125_000) })
  const about = error?.issues.filter(({ path }) => path[0] === 'first_name')
  expect(about?.map(({ code }) => code)).toEqual(['too_big'])
})
