import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DuplicatesApp } from '#islands/merging/DuplicatesApp.tsx'
import type { DuplicateGroup } from '#lib/contract/merging.ts'
import { likely, merged } from '../../machines/merging/merging.catalogue.ts'
import { fakeTransport } from '../admin/fake-transport.ts'
import { settings } from '../public-settings.ts'
import { settled, until } from '../settled.ts'

/* The states of the screen of duplicate people; the others are `screen-states.test.tsx`. */

const GROUPS = 'admin/potential-duplicate-users/'
const MERGES = 'admin/potential-duplicate-users/merges/'
const SEARCH = 'admin/potential-duplicate-users/search/'
const LONG = `${'Donaudampfschifffahrt'.repeat(8)} <b>Łódź</b> عيادة`

const longest: DuplicateGroup = {
  ...likely,
  reasons: [`The same ${LONG}`],
  people: likely.people.map((person) => ({ ...person, full_name: LONG, email: `${LONG}@x` })),
}
const group = (id: number): DuplicateGroup => ({ ...likely, id })

async function open() {
  const transport = fakeTransport()
  history.replaceState(null, '', '/admin/duplicate-users')
  render(<DuplicatesApp settings={settings} search="" api={transport.api} />)
  await settled()
  transport.answer(SEARCH, { is_running: false, progress: 0, ended: null, failed: false })
  return {
    ...transport,
    show: async (
      results: DuplicateGroup[],
      { count = results.length, merges = [] as object[] } = {},
    ) => {
      if (transport.isAsked(GROUPS)) transport.answer(GROUPS, { count, results })
      if (transport.isAsked(MERGES))
        transport.answer(MERGES, { count: merges.length, results: merges })
      await settled()
    },
  }
}

const press = async (text: string) => {
  act(() => screen.getAllByText(text, { selector: 'button, a' })[0]?.click())
  await settled()
}
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '')
const names = () =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('while it is looked for says so', async () => {
  await open()
  expect(screen.getByText('Looking for likely duplicates').getAttribute('role')).toBe('status')
  expect(screen.getByRole('button', { name: 'Search all records' })).toBeTruthy()
  expect(names()).toEqual([])
})

test('where nobody is on file twice says so, and of merges nothing', async () => {
  const { show } = await open()
  await show([])
  expect(screen.getByText('There are no likely duplicates.')).toBeTruthy()
  expect(names()).toEqual([])
})

test('what does not come is asked for again, each by itself', async () => {
  const { lose, refuse, show } = await open()
  lose(GROUPS)
  refuse(MERGES, 503, 'unavailable', 'The service is busy.')
  await until(() => alerts().length === 2)
  expect(alerts()[0]).toContain('We could not load the likely duplicates.')
  expect(alerts()[1]).toContain('We could not load recent merges.The service is busy.')
  await press('Try again')
  await show([likely])
  expect(alerts()).toHaveLength(1)
  await press('Try again')
  await show([], { merges: [merged] })
  expect(alerts()).toEqual([])
  expect(names()).toEqual(['Ada Rowe', 'Recent merges'])
})

test('of many says how many there are, and turns the page', async () => {
  const { show, sent } = await open()
  await show(
    Array.from({ length: 20 }, (_, place) => group(place + 1)),
    { count: 1_234 },
  )
  expect(screen.getByText('1,234 likely duplicates to look at')).toBeTruthy()
  expect(names()).toHaveLength(20)
  await press('Next')
  expect(sent.at(-1)?.query.get('page')).toBe('2')
  await show([group(21)], { count: 1_234 })
  expect(names()).toHaveLength(1)
})

test('long names, reasons and addresses are there in full, and none of it is markup', async () => {
  const { show } = await open()
  await show([longest], { merges: [{ ...merged, kept: { id: 1, full_name: LONG } }] })
  expect(names()[0]).toBe(LONG)
  const text = document.body.textContent ?? ''
  expect(text.split(LONG).length - 1).toBeGreaterThanOrEqual(7)
  expect(document.querySelector('b')).toBeNull()
  expect(screen.getByRole('button', { name: `Compare records of ${LONG}` })).toBeTruthy()
})

test('whoever has lost the permission sees nothing of it any more', async () => {
  const { show, refuse, isAsked } = await open()
  await show([likely], { count: 40, merges: [merged] })
  expect(names()).toContain('Ada Rowe')
  // They come back to the page, which asks again.
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await until(() => isAsked(GROUPS) && isAsked(MERGES))
  for (const list of [GROUPS, MERGES]) refuse(list, 403, 'not_allowed')
  await until(() => alerts().length === 2)
  for (const text of alerts()) {
    expect(text).toContain('You no longer have permission to see this.')
  }
  expect(names()).toEqual([])
  expect(screen.queryByText(/to look at$/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Compare/ })).toBeNull()
})
