import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AdminScreen } from '#islands/admin/resources/admin-screen.ts'
import { competencies } from '#lib/contract/admin/competencies.ts'
import { ids, line, money } from '#lib/contract/fields.ts'
import { isFull } from '../../../amount.ts'
import { refusal } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { until } from '../../settled.ts'
import { openRecord, type Stage } from './record-stage.tsx'

const more = test.runIf(isFull)

/* Each kind of field that a screen can have beyond texts, in one form that nobody has. */

const write = z.strictObject({
  name: line(200),
  minutes: z.int().min(5, 'Enter at least 5 minutes'),
  price: money.default('0.00'),
  before: z.array(z.int().min(5, 'Enter at least 5 minutes')).default([]),
  gender: z.literal([-1, 1, 2]).default(-1),
  choice: z.enum(['a', 'b']),
  several: z.array(z.enum(['c', 'd', 'e'])).min(1, 'Choose a letter'),
  tag_ids: ids().min(1),
})
const everyKind: AdminScreen = {
  of: {
    ...competencies,
    write,
    labels: {
      name: 'Name',
      minutes: 'Minutes',
      price: 'Price',
      before: 'Before',
      gender: 'Gender',
      choice: 'Way',
      several: 'Letters',
      tag_ids: 'Tags',
    },
    references: { tag_ids: { from: 'appointmenttypetags', label: 'name', shown: 'tag_names' } },
  } as unknown as AdminScreen['of'],
  lead: '',
  columns: [],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'minutes', kind: 'number' },
        { field: 'price', kind: 'money' },
        { field: 'before', kind: 'times' },
        {
          field: 'gender',
          kind: 'select',
          choices: [
            { value: -1, label: 'Not known' },
            { value: 2, label: 'Female' },
          ],
        },
        {
          field: 'choice',
          kind: 'select',
          choices: [
            { value: 'a', label: 'This way' },
            { value: 'b', label: 'That way' },
          ],
        },
        {
          field: 'several',
          kind: 'choices',
          choices: ['c', 'd', 'e'].map((value) => ({ value, label: `The ${value}` })),
        },
        { field: 'tag_ids', kind: 'references' },
      ],
    },
  ],
  filters: [],
}
const record = {
  id: 4,
  version: 2,
  url: 'https://x/4/',
  name: 'Travel',
  minutes: 20,
  price: '12.50',
  before: [4320, 2190],
  gender: 2,
  choice: 'b',
  several: ['c', 'e'],
  tag_ids: [9, 3],
  tag_names: ['Winter', 'Sun'],
}
const ONE = 'admin/competencies/{id}/'
const TAGS = ['GET admin/appointmenttypetags/']

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const findLookup = (name: string) => screen.getByRole('combobox', { name })
const letter = (name: string) => screen.getByRole('checkbox', { name })
const letters = () =>
  within(screen.getByRole('group', { name: 'Letters' }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map(({ parentElement }) => parentElement?.textContent)
const chips = () => allTexts('listitem', screen.getByRole('list', { name: 'Tags: chosen' }))
const problems = () => allTexts('link', screen.getByRole('region', { name: 'There is a problem' }))
const statuses = () => allTexts('status')

async function openOne() {
  const stage = await openRecord(4, everyKind)
  await stage.api.answered([`GET ${ONE}`], () => record)
  return stage
}
async function lookUp({ api, user }: Stage, text: string, results: object[]) {
  await user.type(findLookup('Tags'), text)
  await until(() => api.isWaiting(...TAGS))
  await api.answered(TAGS, () => ({ count: results.length, results }))
}

test('a record stands in its fields as people read it, and unchanged is sent as it was', async () => {
  const { press, api } = await openOne()
  expect(field('Minutes')).toMatchObject({ value: '20', inputMode: 'numeric' })
  expect(field('Price')).toMatchObject({ value: '12.50', inputMode: 'decimal' })
  expect(field(/^Before/).value).toBe('3 days, 1 day 12 hours 30 minutes')
  expect(field('Gender').value).toBe('2')
  expect(findLookup('Way')).toMatchObject({ value: 'b' })
  expect(letters()).toEqual(['The c', 'The e'])
  expect(chips()).toEqual(['WinterRemove Winter', 'SunRemove Sun'])
  await press('Save')
  const { id: _, url: __, tag_names: ___, ...sent } = record
  expect(api.sent.at(-1)).toMatchObject({ key: `PUT ${ONE}`, options: { body: sent } })
})

test('what is entered is sent as its kind has it', async () => {
  const stage = await openOne()
  const { press, type, user, api } = stage
  await type('Minutes', ' 45 ')
  await type('Price', '£1,250.5')
  await type(/^Before/, '1 day 12 hours,2Hours')
  await user.selectOptions(field('Gender'), 'Not known')
  await user.click(letter('The e'))
  await user.click(letter('The d'))
  await lookUp(stage, 'c', [
    { id: 3, name: 'Sun' },
    { id: 12, name: 'Coast' },
  ])
  // What is chosen already is not offered again.
  expect(screen.getAllByRole('option', { hidden: false }).map((one) => one.textContent)).toContain(
    'Coast',
  )
  expect(screen.queryByRole('option', { name: 'Sun' })).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chips()).toEqual(['WinterRemove Winter', 'SunRemove Sun', 'CoastRemove Coast'])
  expect(statuses()).toContain('Coast added. 3 chosen')
  await press('Remove Winter')
  expect(statuses()).toContain('Winter removed. 2 chosen')
  expect(document.activeElement?.textContent).toBe('Remove Sun')
  await press('Save')
  expect(api.sent.at(-1)?.options).toMatchObject({
    body: {
      minutes: 45,
      price: '1250.50',
      before: [2160, 120],
      gender: -1,
      several: ['c', 'd'],
      tag_ids: [3, 12],
    },
  })
})

test('what a field cannot take is said there, and stays as it was typed', async () => {
  const { press, type, api } = await openOne()
  const sent = api.sent.length
  await type('Minutes', 'ten')
  await type('Price', '12.345')
  await type(/^Before/, '2 days and then some')
  await press('Remove Winter')
  await press('Remove Sun')
  expect(document.activeElement).toBe(findLookup('Tags'))
  await press('Save')
  expect(problems()).toEqual([
    'Minutes: Enter a number in figures, such as 30',
    'Price: Enter pounds and pence, such as 12.50',
    'Before: Enter days, hours or minutes with commas between, such as 3 days, 2 hours',
    'Choose the tags',
  ])
  expect(field('Minutes').value).toBe('ten')
  expect(field('Price').value).toBe('12.345')
  await type('Minutes', '4')
  await type(/^Before/, '3 minutes')
  await press('Save')
  expect(problems()[0]).toBe('Enter at least 5 minutes')
  expect(problems()[2]).toBe('Before: Enter at least 5 minutes')
  expect(api.sent).toHaveLength(sent)
})

more(
  'nothing is chosen unless somebody does; a refusal of one of several is said at their field',
  async () => {
    const stage = await openRecord(null, everyKind)
    const { press, type, user, api } = stage
    await press('Save')
    expect(problems()).toEqual([
      'Enter the minutes',
      'Choose the way',
      'Choose the letters',
      'Choose the tags',
    ])
    expect(field('Gender').value).toBe('-1')
    await type('Minutes', '10')
    await user.selectOptions(findLookup('Way'), 'This way')
    await user.click(letter('The d'))
    await lookUp(stage, 'c', [{ id: 12, name: 'Coast' }])
    await user.click(screen.getByRole('option', { name: 'Coast' }))
    await press('Save')
    expect(api.sent.at(-1)).toMatchObject({
      key: 'POST admin/competencies/',
      options: {
        body: {
          minutes: 10,
          choice: 'a',
          several: ['d'],
          gender: -1,
          price: '0.00',
          tag_ids: [12],
        },
      },
    })
    await api.failed(
      ['POST admin/competencies/'],
      refusal('invalid', { fields: { 'tag_ids.0': ['Gone'] } }),
    )
    expect(problems()).toEqual(['Tags: Gone'])
  },
)

test('whoever was overtaken reads what the other has chosen', async () => {
  const { press, api, user } = await openOne()
  await press('Remove Sun')
  await user.selectOptions(field('Gender'), 'Not known')
  await user.click(letter('The c'))
  await press('Save')
  await api.failed([`PUT ${ONE}`], refusal('stale', { detail: 'Ada Byron changed tags.' }))
  await press(/^Show the latest version/)
  const theirs = {
    tag_ids: [9, 12],
    tag_names: ['Winter', 'Coast'],
    minutes: 30,
    several: ['d', 'e'],
  }
  await api.answered([`GET ${ONE}`], () => ({ ...record, ...theirs, version: 3 }))
  expect(chips()).toEqual(['WinterRemove Winter'])
  expect(screen.getByText('Somebody else entered: Winter, Coast')).toBeTruthy()
  expect(screen.getByText('Somebody else entered: The d, The e')).toBeTruthy()
  expect(field('Minutes').value).toBe('30')
  await press('Save')
  expect(api.sent.at(-1)?.options).toMatchObject({
    body: { tag_ids: [9], gender: -1, minutes: 30, several: ['e'], version: 3 },
  })
})
