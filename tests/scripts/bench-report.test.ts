import { expect, test } from 'vitest'
import { atMost, type Finding } from '../../bench/measure.ts'
import { createReport } from '../../bench/report.ts'

const fast = atMost('a page', 3, 5, 'ms')
const slow = atMost('a list', 8, 5, 'ms')

function report() {
  const lines: string[] = []
  return { lines, ...createReport((line) => lines.push(line)) }
}

test('each figure is printed when it is measured, before the next one is', async () => {
  const { lines, measure } = report()
  await measure('pages', async () =>
    (async function* (): AsyncGenerator<Finding> {
      yield fast
      expect(lines).toEqual(['met     a page: 3 ms (≤ 5 ms)'])
      yield slow
    })(),
  )
  expect(lines).toEqual(['met     a page: 3 ms (≤ 5 ms)', 'MISSED  a list: 8 ms (≤ 5 ms)'])
})

test('a part that fails is named, keeps its figures, and the next is measured', async () => {
  const { lines, measure, attempt, summary } = report()
  await measure('pages', async () =>
    (async function* (): AsyncGenerator<Finding> {
      yield fast
      throw new Error('no answer')
    })(),
  )
  await measure('data', () => Promise.reject(new Error('no room')))
  await measure('lists', async () => [slow])
  await attempt('deleting the database', () => Promise.reject(new Error('not empty')))
  const told = lines.splice(0)
  expect(told).toEqual([
    'met     a page: 3 ms (≤ 5 ms)',
    'FAILED  pages: no answer',
    'FAILED  data: no room',
    'MISSED  a list: 8 ms (≤ 5 ms)',
    'FAILED  deleting the database: not empty',
  ])

  expect(summary()).toBe(1)
  expect(lines).toEqual([
    '',
    'met     a page: 3 ms (≤ 5 ms)',
    'MISSED  a list: 8 ms (≤ 5 ms)',
    'FAILED  pages: no answer',
    'FAILED  data: no room',
    'FAILED  deleting the database: not empty',
    'Budgets missed: 1 of 2',
    'Failed: pages, data, deleting the database',
  ])
})

test('with each budget met and nothing failed all is well', async () => {
  const { measure, summary } = report()
  await measure('pages', async () => [fast])
  expect(summary()).toBe(0)
})

test('a budget that is missed is not', async () => {
  const { measure, summary } = report()
  await measure('lists', async () => [slow])
  expect(summary()).toBe(1)
})
