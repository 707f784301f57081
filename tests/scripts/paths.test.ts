import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { cover, isMissing } from '../../scripts/paths/coverage.ts'
import { findPage } from '../../scripts/paths/page.ts'
import { toStatechart } from '../../scripts/paths/statechart.ts'

const door = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { on: { 'door.opened': 'open' } },
    open: {
      initial: 'wide',
      on: { 'door.shut': 'closed' },
      states: { wide: { on: { 'door.looked': {} } } },
    },
  },
})
const chart = toStatechart(door, 'door.machine.ts')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carelane-paths-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function record(level: string, ...names: string[]) {
  const walked = { walks: 2, walk: 'open it', kinds: [] }
  mkdirSync(join(folder, level))
  writeFileSync(
    join(folder, level, 'door.json'),
    JSON.stringify({
      file: 'door.test.ts',
      transitions: Object.fromEntries(names.map((name) => [name, walked])),
    }),
  )
}
const all = chart.transitions.map(({ name }) => name)
const missingIn = (page: string) => page.match(/<tr class="transition missing">/g)?.length ?? 0

test('a transition that a required level has not walked is missing, and red on the page', () => {
  record('machine', ...all)
  record('island', ...all.filter((name) => !name.includes('door.shut')))
  const charts = cover([chart], folder)
  expect(charts[0]?.transitions.filter(isMissing).map(({ event }) => event)).toEqual(['door.shut'])
  const page = findPage(charts, new Date(), null)
  expect(missingIn(page)).toBe(1)
  expect(page).toContain('1 of 3 transitions lack a required walk')
  expect(page).toContain('fill="red"')
})

test('what every required level has walked is not, whether the browser ran or not', () => {
  record('machine', ...all)
  record('island', ...all)
  const page = findPage(cover([chart], folder), new Date(), null)
  expect(missingIn(page)).toBe(0)
  expect(page).toContain('<td data-label="Browser"><span class="quiet">not run</span></td>')
  expect(page).toContain('open it')
})

test('without a record of the tests everything is missing', () => {
  expect(cover([chart], folder)[0]?.transitions.every(isMissing)).toBe(true)
})
