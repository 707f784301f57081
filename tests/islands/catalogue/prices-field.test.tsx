import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminScreen } from '#islands/admin/resources/admin-screen.ts'
import { appointmentTypes } from '#lib/contract/admin/appointment-types.ts'
import { competencies } from '#lib/contract/admin/competencies.ts'
import { openRecord } from '../admin/resources/record-stage.tsx'
import { refusal } from '../fake-api.ts'
import { allTexts } from '../hands.ts'

/* The prices and the summary of a service, in a form that has nothing else. */

const { labels, write } = appointmentTypes
const priced: AdminScreen = {
  of: {
    ...competencies,
    write: write.pick({ name: true, summary: true, prices: true }),
    labels,
  } as unknown as AdminScreen['of'],
  lead: '',
  columns: [],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'summary', kind: 'sentence' },
        { field: 'prices', kind: 'prices', hint: 'Enter 0 for what is free.' },
      ],
    },
  ],
  filters: [],
}
const NHS = { label: 'NHS', amount: '0.00', for_whom: 'if you are 65 or over' }
const PRIVATE = { label: 'Private', amount: '18.00', for_whom: '' }
const record = {
  id: 4,
  version: 2,
  url: 'https://x/4/',
  name: 'Flu vaccination',
  summary: 'Your yearly jab.',
  prices: [NHS, PRIVATE],
}
const ONE = 'admin/competencies/{id}/'

const prices = () => screen.getByRole('group', { name: 'Prices (optional)' })
const row = (at: number) => within(screen.getByRole('group', { name: `Price ${at}` }))
const values = () =>
  within(prices())
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)
const problems = () => allTexts('link', screen.getByRole('region', { name: 'There is a problem' }))
const focused = () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent

async function openOne() {
  const stage = await openRecord(4, priced)
  await stage.api.answered([`GET ${ONE}`], () => record)
  const sent = () => stage.api.sent.at(-1)?.options['body']
  return { ...stage, sent }
}

test('prices stand in rows, and unchanged are sent as they were', async () => {
  const { press, sent } = await openOne()
  expect(values()).toEqual(['NHS', '0.00', 'if you are 65 or over', 'Private', '18.00', ''])
  await press('Save')
  const { id: _, url: __, ...written } = record
  expect(sent()).toEqual(written)
})

test('prices are added, moved and removed, and the focus stays with them', async () => {
  const { press, user, sent } = await openOne()
  await press('Add a price')
  expect(document.activeElement).toBe(row(3).getAllByRole('textbox')[0])
  await user.keyboard('Two doses')
  await user.type(row(3).getByLabelText('Amount'), '£1,030.5')
  await press('Move price 3 up')
  expect(document.activeElement).toBe(row(2).getByRole('button', { name: 'Move price 2 up' }))
  expect(allTexts('status')).toContain('Two doses is now 2 of 3')
  await press('Remove price 1')
  expect(document.activeElement).toBe(row(1).getAllByRole('textbox')[0])
  expect(allTexts('status')).toContain('NHS removed')
  await press('Save')
  expect(sent()).toMatchObject({
    prices: [{ label: 'Two doses', amount: '1030.50', for_whom: '' }, PRIVATE],
  })
})

test('the last price is removed, and none are sent', async () => {
  const { press, sent } = await openOne()
  await press('Remove price 2')
  await press('Remove price 1')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a price' }))
  await press('Save')
  expect(sent()).toMatchObject({ prices: [] })
})

test('each price says what is wrong with it, and the summary leads to the first', async () => {
  const { press, user, api } = await openOne()
  const sent = api.sent.length
  await user.type(row(1).getByLabelText('Amount'), '5')
  await user.clear(row(2).getByLabelText('Name of the price'))
  await press('Save')
  expect(api.sent).toHaveLength(sent)
  expect(problems()).toEqual(['Prices: Enter pounds and pence, such as 12.50'])
  await user.click(screen.getByRole('link', { name: /^Prices/ }))
  expect(focused()).toBe('Amount')
  expect(row(1).getByText('Enter pounds and pence, such as 12.50')).toBeTruthy()
  expect(row(2).getByText(/^Enter a name for each price/)).toBeTruthy()
  await user.clear(row(1).getByLabelText('Amount'))
  await user.type(row(1).getByLabelText('Amount'), '5')
  expect(row(1).queryByText(/^Enter pounds/)).toBeNull()
  await user.type(row(2).getByLabelText('Name of the price'), 'Other')
  await press('Save')
  expect(api.sent.at(-1)?.options['body']).toMatchObject({
    prices: [
      { ...NHS, amount: '5.00' },
      { ...PRIVATE, label: 'Other' },
    ],
  })
})

test('a summary is counted, and is one line', async () => {
  const { type, press, sent } = await openOne()
  expect(screen.getByText('You have 104 characters remaining')).toBeTruthy()
  await type('Summary (optional)', 'Your yearly jab,\nbefore winter.')
  await press('Save')
  expect(sent()).toMatchObject({ summary: 'Your yearly jab, before winter.' })
})

test('whoever was overtaken reads the prices of the other', async () => {
  const { press, user, api } = await openOne()
  await press('Remove price 2')
  await user.type(screen.getByLabelText('Name'), '!')
  await press('Save')
  await api.failed([`PUT ${ONE}`], refusal('stale', { detail: 'Ada Byron changed prices.' }))
  await press(/^Show the latest version/)
  const theirs = [NHS, { ...PRIVATE, amount: '20.00' }]
  await api.answered([`GET ${ONE}`], () => ({ ...record, prices: theirs, version: 3 }))
  expect(
    screen.getByText('Somebody else entered: NHS, if you are 65 or over: free; Private: £20'),
  ).toBeTruthy()
})
