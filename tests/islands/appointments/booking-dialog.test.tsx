import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { BookingDialog } from '#islands/appointments/BookingDialog.tsx'
import { isFull } from '../../amount.ts'
import { ada } from '../../machines/schedule/clinic-samples.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { openPart } from '../open-island.tsx'
import { settled } from '../settled.ts'

const more = test.runIf(isFull)

const SEARCH = ['GET admin/users/']
const CHECK = ['GET admin/check-availability/']
const BOOK = ['POST admin/appointments/']
const free = () => ({ available: true, reasons: [], online_reasons: [] })

const type = () => screen.getByLabelText<HTMLSelectElement>('Appointment type')

async function openBooking(
  given: Partial<Parameters<typeof BookingDialog>[0]> = {},
  typeId: number | null = 7,
) {
  const onBooked = vi.fn()
  const onClose = vi.fn()
  const stage = await openPart(
    <BookingDialog
      place={{
        start: '2026-08-05T08:30:00.000Z',
        siteId: 1,
        siteName: 'Harbour Street',
        staffId: 3,
        staffName: 'Samir Okafor',
        roomId: 5,
        roomName: 'Consulting room',
      }}
      types={[
        { id: 7, name: 'Flu jab', duration: 30 },
        { id: 8, name: 'Ear check', duration: 15 },
      ]}
      mayCreatePatients
      mayChooseDuration={false}
      {...given}
      onBooked={onBooked}
      onClose={onClose}
    />,
  )
  const { api } = stage
  if (typeId !== null) {
    fireEvent.change(type(), { target: { value: String(typeId) } })
    await settled()
    await api.answered(CHECK, free)
  }
  return {
    ...stage,
    onBooked,
    onClose,
    async choosePatient() {
      fireEvent.change(screen.getByRole('combobox', { name: 'Find a patient' }), {
        target: { value: 'byron' },
      })
      await waitFor(() => expect(api.isWaiting(...SEARCH)).toBe(true))
      api.answer(SEARCH, () => ({ count: 1, results: [ada] }))
      fireEvent.click(await screen.findByRole('option', { name: /^Ada Byron/ }))
      await settled()
      await api.answered(CHECK, free)
    },
  }
}
type Stage = Awaited<ReturnType<typeof openBooking>>

test('says why it was not booked, or that nobody knows, and closes once it is', async () => {
  const { api, press, choosePatient, onBooked, onClose } = await openBooking()
  await choosePatient()
  const alert = () => screen.queryByRole('alert')?.textContent
  const book = async () => {
    await press('Book appointment')
    expect(screen.getByRole('button', { name: 'Booking' }).ariaDisabled).toBe('true')
    expect(alert()).toBeUndefined()
  }
  await book()
  await press('Booking')
  expect(api.sent.filter(({ key }) => key === BOOK[0])).toHaveLength(1)
  await api.failed(BOOK, refusal('slot_taken', { detail: 'The clinician is occupied.' }))
  expect(alert()).toBe('The clinician is occupied.')
  await book()
  await api.failed(BOOK, noAnswer)
  expect(alert()).toMatch(/only book it once/)
  await book()
  expect(onClose).not.toHaveBeenCalled()
  await api.answered(BOOK, () => ({ id: 41 }))
  expect(onBooked).toHaveBeenCalledExactlyOnceWith({ id: 41 })
  expect(onClose).toHaveBeenCalled()
})

test('without a patient nothing is sent, and it is said beside the patient', async () => {
  const { api, press } = await openBooking()
  await press('Book appointment')
  expect(screen.getByText('Choose the patient')).toBeTruthy()
  expect(api.sent.map(({ key }) => key)).toEqual(CHECK)
})

test('opens where the patient is searched, and comes back there without one', async () => {
  const { press, user } = await openBooking({ mayChooseDuration: true })
  const search = () => screen.getByRole('combobox', { name: 'Find a patient' })
  expect(document.activeElement).toBe(search())
  await user.click(screen.getByLabelText('Notes (optional)'))
  await press('Book appointment')
  expect(document.activeElement).toBe(search())
  await press('Add a new patient')
  await press('Search again')
  expect(document.activeElement).toBe(search())
})

describe('with the form of a new patient open', () => {
  const DUPLICATES = ['POST admin/check-duplicate-user/']
  const CREATE = ['POST admin/users/']
  const newPatient = { ...ada, id: 77 }

  async function fillIn({ user, press }: Stage) {
    await press('Add a new patient')
    const typed = {
      'First name': 'Ada',
      'Last name': 'Byron',
      Day: '10',
      Month: '12',
      Year: '1985',
    }
    for (const [label, text] of Object.entries(typed)) {
      await user.click(screen.getByLabelText(label))
      await user.paste(text)
    }
  }
  async function answer({ api }: Stage, key: string[], found: object) {
    await api.answered(key, () => found)
  }
  const booked = ({ api }: Stage) =>
    api.sent
      .filter(({ key }) => key === BOOK[0])
      .map(({ options }) => (options['body'] as { patient_id: number }).patient_id)

  test('one press saves the patient and books', async () => {
    const stage = await openBooking()
    await fillIn(stage)
    await stage.press('Book appointment')
    expect(screen.getByRole('button', { name: 'Saving patient' }).ariaDisabled).toBe('true')
    await answer(stage, DUPLICATES, { is_duplicate: false, duplicates: [] })
    await answer(stage, CREATE, newPatient)
    expect(booked(stage)).toEqual([77])
    await answer(stage, BOOK, { id: 41 })
    expect(stage.onBooked).toHaveBeenCalledExactlyOnceWith({ id: 41 })
  })

  test('who turns out to be on file is booked once they are chosen', async () => {
    const stage = await openBooking()
    await fillIn(stage)
    await stage.press('Book appointment')
    await answer(stage, DUPLICATES, {
      is_duplicate: true,
      duplicates: [{ ...ada, score: 80, reasons: ['Same name'] }],
    })
    expect(booked(stage)).toEqual([])
    await stage.press('Choose Ada Byron')
    expect(booked(stage)).toEqual([ada.id])
  })

  test('what is missing is said, and nothing is sent', async () => {
    const stage = await openBooking()
    await stage.press('Add a new patient')
    await stage.press('Book appointment')
    expect(screen.getByRole('region', { name: 'There is a problem' })).toBe(document.activeElement)
    expect(stage.api.sent.map(({ key }) => key)).toEqual(CHECK)
  })

  more('a duration that will not do is said first, and nobody is saved', async () => {
    const stage = await openBooking({ mayChooseDuration: true })
    await fillIn(stage)
    await stage.user.clear(screen.getByLabelText('Minutes'))
    await stage.press('Book appointment')
    expect(document.activeElement).toBe(screen.getByLabelText('Minutes'))
    expect(stage.api.isWaiting(...DUPLICATES)).toBe(false)
  })

  test('a patient who is saved on their own after a press that failed is not booked', async () => {
    const stage = await openBooking()
    await fillIn(stage)
    await stage.press('Book appointment')
    await stage.api.failed(DUPLICATES, noAnswer)
    await stage.press('Save patient')
    await answer(stage, DUPLICATES, { is_duplicate: false, duplicates: [] })
    await answer(stage, CREATE, newPatient)
    expect(booked(stage)).toEqual([])
    expect(screen.getByRole('group', { name: 'Patient' })).toBeTruthy()
  })
})

test('says beforehand why it cannot be booked, anew for another type', async () => {
  const { api, user } = await openBooking()
  await user.selectOptions(screen.getByLabelText('Appointment type'), ['Ear check, 15 minutes'])
  await settled()
  await api.answered(CHECK, () => ({
    available: false,
    reasons: [{ code: 'type_not_offered', detail: 'It is not offered at that time.' }],
    online_reasons: [],
  }))
  expect(screen.getByRole('status', { name: 'Why this cannot be booked' }).textContent).toContain(
    'It is not offered at that time.',
  )
})

test('sent again as it was, it carries the same key; changed, another', async () => {
  const stage = await openBooking()
  await stage.choosePatient()
  const keys = () =>
    stage.api.sent
      .filter(({ key }) => key === BOOK[0])
      .map(({ options }) => (options['headers'] as Record<string, string>)['Idempotency-Key'])
  await stage.press('Book appointment')
  await stage.api.failed(BOOK, noAnswer)
  await stage.press('Book appointment')
  await stage.api.failed(BOOK, noAnswer)
  await stage.user.type(screen.getByLabelText('Notes (optional)'), 'Ramp')
  await stage.press('Book appointment')
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a drawn time is booked for as long as it is, by who may say how long', async () => {
  const stage = await openBooking({ mayChooseDuration: true, drawnMinutes: 50 })
  await stage.choosePatient()
  const minutes = screen.getByLabelText<HTMLInputElement>('Minutes')
  expect(minutes.value).toBe('50')
  await stage.user.clear(minutes)
  await stage.press('Book appointment')
  expect(screen.getByText('Enter the number of minutes')).toBeTruthy()
  await stage.user.type(minutes, '20')
  await stage.press('Book appointment')
  expect(stage.api.sent.at(-1)?.options['body']).toMatchObject({
    appointment_type_id: 7,
    duration: 20,
  })
})

more('of several types none is chosen, and without one nobody is booked', async () => {
  const stage = await openBooking({ mayChooseDuration: true, drawnMinutes: 20 }, null)
  expect(type().selectedOptions[0]?.textContent).toBe('Choose an appointment type')
  fireEvent.change(screen.getByRole('combobox', { name: 'Find a patient' }), {
    target: { value: 'byron' },
  })
  await waitFor(() => expect(stage.api.isWaiting(...SEARCH)).toBe(true))
  stage.api.answer(SEARCH, () => ({ count: 1, results: [ada] }))
  fireEvent.click(await screen.findByRole('option', { name: /^Ada Byron/ }))
  await settled()
  await stage.press('Book appointment')
  expect(stage.api.isWaiting(...BOOK)).toBe(false)
  expect(document.activeElement).toBe(type())
  expect(screen.getAllByText('Choose an appointment type')).toHaveLength(2)
  await stage.user.selectOptions(type(), ['Flu jab, 30 minutes'])
  await stage.press('Book appointment')
  // The minutes that were drawn stay.
  expect(stage.api.sent.at(-1)?.options['body']).toMatchObject({
    appointment_type_id: 7,
    duration: 20,
  })
})

more('the only type that the hours offer is chosen', async () => {
  await openBooking({ types: [{ id: 8, name: 'Ear check', duration: 15 }] }, 8)
  expect(type().value).toBe('8')
  expect(screen.queryByText('Choose an appointment type')).toBeNull()
})
