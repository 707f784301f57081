import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noAnswer, refusal } from '../../fake-api.ts'
import { settled } from '../../settled.ts'
import { openProfile } from './profile-stage.tsx'

const LATEST = ['GET private/correctionrequests/']
const ASK = ['POST private/correctionrequests/']
const fixed = { identity_is_fixed: true, dob: '1984-03-31', nhs_number: '9434765919' }

async function open() {
  const stage = await openProfile({ user: fixed })
  await stage.api.answered(LATEST, () => ({ count: 0, results: [] }))
  const follow = async (name: string) => {
    await stage.user.click(screen.getByRole('link', { name }))
    await settled()
  }
  return { ...stage, follow }
}

const dialog = () => within(screen.getByRole('dialog'))

test('who a record is about is for staff to correct, and can be asked for', async () => {
  const { api, press, follow } = await open()
  await follow('Ask us to correct date of birth')
  expect(document.activeElement).toBe(dialog().getByLabelText('Day'))
  fireEvent.change(dialog().getByLabelText('Day'), { target: { value: '30' } })
  await press('Send request')
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { dob: '1984-03-30' } })
  await api.failed(ASK, noAnswer)
  expect(dialog().getByRole('alert').textContent).toMatch(/could not send your request/)
  expect(dialog().getByLabelText<HTMLInputElement>('Day').value).toBe('30')
  await press('Send request')
  await api.failed(ASK, refusal('invalid', { fields: { dob: ['Enter a real date'] } }))
  expect(dialog().getByRole('link', { name: 'Enter a real date' })).toBeTruthy()
  await press('Send request')
  await api.answered(ASK, () => ({}))
  await api.answered(LATEST, () => ({
    count: 1,
    results: [
      {
        id: 1,
        created: '2026-08-03T09:00:00Z',
        state: 'open',
        first_name: null,
        last_name: null,
        dob: '1984-03-30',
        nhs_number: null,
        note: '',
        decided: null,
        answer: '',
      },
    ],
  }))
  expect(dialog().getByRole('status').textContent).toMatch(/Nothing changes until/)
  const latest = screen.getByText(/you asked us to correct your details/).closest('section')
  expect(latest?.textContent).toMatch(/Date of birth: 30\sMarch 1984/)
  expect(latest?.textContent).toContain('We have not decided yet.')
})

test('what was said of no question goes with the next attempt', async () => {
  const { api, press, follow } = await open()
  await follow('Ask us to correct date of birth')
  await press('Send request')
  const said = 'Tell us what is wrong, or correct it here.'
  await api.failed(ASK, refusal('invalid', { fields: { non_field_errors: [said] } }))
  expect(dialog().getByText(said)).toBeTruthy()
  fireEvent.change(dialog().getByLabelText('First name'), { target: { value: '' } })
  await press('Send request')
  expect(dialog().getByRole('link', { name: 'Enter your first name' })).toBeTruthy()
  expect(dialog().queryByText(said)).toBeNull()
})

test('the form of one’s details does not ask for what only staff change', async () => {
  const { follow } = await open()
  await follow('Change name')
  expect(screen.getByLabelText('First name')).toBeTruthy()
  expect(screen.queryByLabelText('Day')).toBeNull()
  expect(screen.queryByLabelText(/^NHS number/)).toBeNull()
})

test('an address that asks for such a question opens the request', async () => {
  await openProfile({ user: fixed, change: 'nhs_number' })
  await settled()
  expect(document.activeElement).toBe(dialog().getByLabelText(/^NHS number/))
})
