import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareRuns, type Figure, normalise, readFigures } from '../../bench/figures.ts'
import { readRecorded, withTable } from '../../bench/recorded-figures.ts'

const printed = `
▸ bookings
met     bookings a second over HTTP (185) beside the bare INSERT (266): 0.69 × (≥ 0.5 ×) · normalised 171 a second
met       beside the same INSERT prepared (507): 0.36 × (for comparison)
met     1,000 people for one slot at once: 1 × 201, 999 × 409 (1 × 201, 999 × 409)
MISSED  a day of 100 clinicians, 1,500 appointments: p95: 167 ms (≤ 60 ms)
met       beside the bare SQL (median / median): 1.47 × (≤ 3 ×)
FAILED  pages: no answer
`

test('figures are read from what a bench printed, rates in a name and indented ones by their heading', () => {
  const bookings = 'bookings a second over HTTP'
  const day = 'a day of 100 clinicians, 1,500 appointments: p95'
  expect(readFigures(printed)).toEqual([
    { name: `${bookings}: rate`, value: 185, unit: 'a second', better: 'more' },
    { name: 'beside the bare INSERT: rate', value: 266, unit: 'a second', better: 'more' },
    { name: `${bookings} beside the bare INSERT`, value: 0.69, unit: '×', better: 'more' },
    {
      name: `${bookings} beside the bare INSERT, beside the same INSERT prepared: rate`,
      value: 507,
      unit: 'a second',
      better: 'more',
    },
    {
      name: `${bookings} beside the bare INSERT, beside the same INSERT prepared`,
      value: 0.36,
      unit: '×',
      better: null,
    },
    { name: day, value: 167, unit: 'ms', better: 'less' },
    {
      name: `${day}, beside the bare SQL (median / median)`,
      value: 1.47,
      unit: '×',
      better: 'less',
    },
  ])
})

const runs = (better: Figure['better'], ...values: number[]) =>
  values.map((value) => [{ name: 'a page', value, unit: 'ms', better }])

test.each<
  [string, Figure['better'], number[], number[], ReturnType<typeof compareRuns>[0]['verdict']]
>([
  ['slower by 20 % in each run', 'less', [100, 98, 99], [121, 120, 122], 'worse'],
  ['slower within the spread', 'less', [100, 98, 110], [121, 120, 126], null],
  ['faster by half', 'less', [100, 98, 99], [50, 51, 52], 'better'],
  ['a lower rate', 'more', [100, 98, 99], [80, 81, 82], 'worse'],
  ['a higher rate', 'more', [100, 98, 99], [150, 151, 120], 'better'],
  ['a figure for comparison alone', null, [100, 98, 99], [150, 151, 120], null],
])('what is %s is judged', (_, better, before, now, verdict) => {
  const [row] = compareRuns(runs(better, ...before), runs(better, ...now))
  expect(row?.verdict).toBe(verdict)
})

test('medians are divided, and a figure of one revision alone has no quotient', () => {
  const rows = compareRuns(runs('less', 40, 10, 20), [...runs('less', 9, 10, 30), []])
  expect(rows).toMatchObject([{ quotient: 0.5, before: { median: 20, least: 10, most: 40 } }])
  expect(compareRuns([], runs('less', 1))).toMatchObject([{ before: null, quotient: null }])
})

test.each([
  ['ms', 50],
  ['s', 50],
  ['a second', 200],
  ['×', 100],
  ['kB', 100],
])('on a machine that is half as fast 100 %s are %i of the recorded one', (unit, expected) => {
  expect(normalise({ value: 100, unit }, 2)).toBe(expected)
})

test('the table of the README shows the recorded figures', () => {
  const recorded = readRecorded()
  const readme = readFileSync('README.md', 'utf8')

  expect(recorded && withTable(readme, recorded)).toBe(readme)
})
