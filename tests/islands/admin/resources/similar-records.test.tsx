import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminScreen } from '#islands/admin/resources/admin-screen.ts'
import { userScreen } from '#islands/admin/resources/screens/users.tsx'
import { users } from '#lib/contract/admin/users.ts'
import { isFull } from '../../../amount.ts'
import { likelyAda } from '../../../machines/people/new-patient.catalogue.ts'
import { noAnswer, refusal } from '../../fake-api.ts'
import { until } from '../../settled.ts'
import { buttons, openRecord, openScreen } from './record-stage.tsx'

const more = test.runIf(isFull)

const CHECK = ['POST admin/check-duplicate-user/']
const READ = ['GET admin/users/{id}/']
const PREVIEW = ['POST admin/users/{id}/preview/']

/** The users' own, with two of its fields. */
const shortScreen: AdminScreen = {
  ...userScreen,
  of: users as unknown as AdminScreen['of'],
  sections: [
    {
      fields: [
        { field: 'first_name', kind: 'text' },
        { field: 'last_name', kind: 'text' },
        { field: 'dob', kind: 'date' },
      ],
    },
  ],
  recordTools: [],
}
const onFile = { ...likelyAda, version: 1, last_name: 'Rowe' }

async function submitAda() {
  const stage = await openRecord(null, shortScreen)
  await stage.type('First name', 'Adah')
  await stage.type('Last name', 'Rowe')
  await stage.type(/^Date of birth/, '1984-03-27')
  await stage.press('Save')
  return stage
}

async function enterAda() {
  const stage = await submitAda()
  await stage.api.answered(CHECK, () => ({ is_duplicate: true, duplicates: [likelyAda] }))
  return stage
}
const question = () => screen.queryByRole('heading', { name: 'Is it one of these?' })
const textIn = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

test('who is similar is shown with what speaks for it', async () => {
  await enterAda()
  expect(document.activeElement?.textContent).toMatch(/^A similar record is already on file/)
  const [line] = within(screen.getByRole('dialog')).getAllByRole('listitem')
  expect(line?.textContent).toContain('Match 80%. Same name. Same date of birth.')
})

test('who is none of them is saved as somebody new', async () => {
  const { api, press } = await enterAda()
  await press('No, add a new user')
  expect(question()).toBeNull()
  expect(api.isWaiting('POST admin/users/')).toBe(true)
})

test.each([
  ['refused', refusal('invalid', { fields: { last_name: ['Too long'] } }), /Too long/],
  ['not answered', noAnswer, /Everything you entered is still here/],
])('a search for similar records that is %s leaves what was entered', async (_, failure, text) => {
  const { api } = await submitAda()
  await api.failed(CHECK, failure)
  expect(screen.getAllByText(text)).not.toEqual([])
  expect(textIn('First name')).toBe('Adah')
})

more('what was entered is there again once the one on file has been looked at', async () => {
  const { api, press, onClose } = await enterAda()
  await press(/^Open Ada Rowe/)
  await api.answered(READ, () => onFile)
  expect(textIn('First name')).toBe('Ada')
  expect(screen.getByText(/We have kept what you entered for the new user/)).toBeTruthy()
  await press('Cancel')
  expect(question()).toBeTruthy()
  await press('Back')
  expect(textIn('First name')).toBe('Adah')
  expect(textIn(/^Date of birth/)).toBe('1984-03-27')
  expect(onClose).not.toHaveBeenCalled()
  await press('Cancel')
  expect(buttons()).toContain('Leave without saving')
})

test('the number of a record that was merged opens the one that is kept, which says so', async () => {
  const { api, press } = await openScreen([], '?record=7', userScreen)
  await until(() => api.isWaiting(...READ))
  expect(api.sent.at(-1)?.options).toMatchObject({ params: { id: 7 } })
  await api.answered(READ, () => onFile)
  const told = within(screen.getByRole('dialog')).getByText(
    'The user number 7 was merged into this one.',
  )
  expect(told.getAttribute('role')).toBe('status')
  expect(textIn('First name')).toBe('Ada')
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(location.search).toBe('')
})

more('a record that is opened by its own number says nothing of a merge', async () => {
  const { api } = await openRecord(onFile.id, shortScreen)
  await api.answered(READ, () => onFile)
  expect(textIn('First name')).toBe('Ada')
  expect(screen.queryByText(/was merged/)).toBeNull()
})

more('one that is gone meanwhile leads back to what was entered, too', async () => {
  const { api, press, onGone } = await enterAda()
  await press(/^Open Ada Rowe/)
  await api.failed(READ, refusal('not_found', { detail: 'Somebody deleted it.' }))
  await press('Back to the new user')
  expect(question()).toBeTruthy()
  expect(onGone).not.toHaveBeenCalled()
})

test.each(['busy', 'too_many_requests'] as const)(
  'a service that has too much to do (%s) says so, and what was entered stays',
  async (code) => {
    const { api, press, type } = await openRecord(7, shortScreen)
    await api.answered(READ, () => onFile)
    await type('First name', 'Adah')
    await press('Save')
    const detail = 'The service is busy. Wait a few seconds and try again.'
    await api.failed(PREVIEW, refusal(code, { detail }))
    expect(screen.getByText(detail)).toBeTruthy()
    expect(textIn('First name')).toBe('Adah')
  },
)

test('a permission that somebody may not give is named', async () => {
  const { api, press, type } = await openRecord(7, shortScreen)
  await api.answered(READ, () => onFile)
  await type('First name', 'Adah')
  await press('Save')
  const detail = 'You cannot give “View sites”: you do not hold it yourself.'
  await api.failed(PREVIEW, refusal('not_allowed', { detail }))
  expect(screen.getByRole('alert').textContent).toBe(`Nothing has been saved. ${detail}`)
  expect(textIn('First name')).toBe('Adah')
})
