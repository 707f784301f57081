import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PatientChoice } from '#islands/people/patient-choice/PatientChoice.tsx'
import type { UserListRow } from '#lib/contract/users.ts'
import { ada } from '../../../machines/schedule/clinic-samples.ts'
import { openPart } from '../../open-island.tsx'

const SEARCH = ['GET admin/users/']

async function choose(patient: UserListRow) {
  const onChosen = vi.fn()
  const choice = <PatientChoice canCreate={false} onChosen={onChosen} />
  const { api, user } = await openPart(choice)
  await user.type(screen.getByRole('combobox', { name: 'Find a patient' }), 'Byron')
  await waitFor(() => expect(api.isWaiting(...SEARCH)).toBe(true))
  await act(async () => api.answer(SEARCH, () => ({ count: 1, results: [patient] })))
  const option = await screen.findByRole('option', { name: /^Ada Byron/ })
  const text = option.textContent
  await user.click(option)
  return { text, onChosen }
}

test('a patient who is found is chosen', async () => {
  const { onChosen } = await choose(ada)
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(ada, false)
})

test.each([
  [{ is_deceased: true }, 'deceased', /has died, so you cannot book for them/],
  [{ is_active: false }, 'not active', /is no longer active, so you cannot book for them/],
])('somebody %j is marked, and choosing them says why not', async (changes, mark, why) => {
  const { text, onChosen } = await choose({ ...ada, ...changes })
  expect(text).toContain(mark)
  expect(screen.getByText(why)).toBeTruthy()
  expect(onChosen).not.toHaveBeenCalled()
})
