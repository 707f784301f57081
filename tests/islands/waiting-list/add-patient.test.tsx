import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AddPatientDialog } from '#islands/waiting-list/staff/AddPatientDialog.tsx'
import { ada } from '../../machines/schedule/clinic-samples.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { openPart } from '../open-island.tsx'
import { settled } from '../settled.ts'

const SEARCH = ['GET admin/users/']
const TYPES = ['GET public/appointmenttypes/']
const ADD = ['POST admin/clinic/waiting-list/']
const page = (...results: { id: number; name: string }[]) => ({ count: results.length, results })

async function openDialog() {
  const api = fakeApi({
    'GET public/sites/': () =>
      page({ id: 1, name: 'Harbour Street' }, { id: 2, name: 'Mill Lane' }),
  })
  const onAdded = vi.fn()
  const onClose = vi.fn()
  const dialog = <AddPatientDialog mayCreatePatients onAdded={onAdded} onClose={onClose} />
  const { user, press } = await openPart(dialog, {}, api)
  const answerTypes = async () => {
    await api.answered(TYPES, () => page({ id: 7, name: 'Flu jab' }))
  }
  const fillIn = async () => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Find a patient' }), {
      target: { value: 'byron' },
    })
    await waitFor(() => expect(api.isWaiting(...SEARCH)).toBe(true))
    api.answer(SEARCH, () => ({ count: 1, results: [ada] }))
    fireEvent.click(await screen.findByRole('option', { name: /^Ada Byron/ }))
    await settled()
    await user.selectOptions(screen.getByLabelText('Service'), 'Flu jab')
  }
  return { api, user, onAdded, onClose, press, answerTypes, fillIn }
}
const alert = () => screen.queryByRole('alert')?.textContent

test('says why it was not added, or that nobody knows, and closes once it is', async () => {
  const { api, press, answerTypes, fillIn, onAdded, onClose } = await openDialog()
  await answerTypes()
  await fillIn()
  const add = async () => {
    await press('Add to the waiting list')
    expect(screen.getByRole('button', { name: 'Adding the patient' }).ariaDisabled).toBe('true')
    expect(alert()).toBeUndefined()
  }
  await add()
  await api.failed(ADD, refusal('conflict', { detail: 'Nobody can wait for more than 5.' }))
  expect(alert()).toBe('Nobody can wait for more than 5.')
  await add()
  await api.failed(ADD, noAnswer)
  expect(alert()).toMatch(/safe to try again/)
  await add()
  expect(onClose).not.toHaveBeenCalled()
  await api.answered(ADD, () => ({ patient: ada }))
  expect(onAdded).toHaveBeenCalledExactlyOnceWith('Ada Byron')
  expect(onClose).toHaveBeenCalled()
})

test('sends who waits, for what and when', async () => {
  const { api, user, press, answerTypes, fillIn } = await openDialog()
  await answerTypes()
  await fillIn()
  await user.click(screen.getByLabelText('Sunday'))
  await user.click(screen.getByLabelText(/^Morning/))
  await user.click(screen.getByLabelText('Mill Lane'))
  await press('Add to the waiting list')
  expect(api.sent.at(-1)?.options).toMatchObject({
    body: {
      patient_id: ada.id,
      appointment_type_id: 7,
      site_ids: [2],
      days: [1, 2, 3, 4, 5, 6],
      from_time: '00:00',
      to_time: '11:59',
    },
  })
})

test('says beside the question what is missing, and goes there', async () => {
  const { api, press, answerTypes } = await openDialog()
  await answerTypes()
  await press('Add to the waiting list')
  expect(screen.getByText('Choose the patient')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Service').ariaInvalid).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find a patient' }))
  expect(api.sent.some(({ key }) => ADD.includes(key))).toBe(false)
})

test('services that cannot be looked up are looked up again', async () => {
  const { api, press, answerTypes } = await openDialog()
  await api.failed(TYPES, noAnswer)
  expect(alert()).toContain('We could not load the services')
  await press('Try again')
  await answerTypes()
  expect(screen.getByLabelText('Service')).toBeTruthy()
})
