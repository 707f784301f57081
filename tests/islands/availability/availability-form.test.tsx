import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { orphaned } from '../../machines/orphaned/change-saving.catalogue.ts'
import { refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import {
  CHANGE,
  CREATE,
  clearPreview,
  DELETE,
  openAvailability,
  PREVIEW,
} from './availability-stage.tsx'

const findBody = (stage: Awaited<ReturnType<typeof openAvailability>>, key: string[]) =>
  stage.api.sent.find((call) => call.key === key[0])?.options['body']

test('a new one has the usual defaults; what is missing is said, what was entered is sent', async () => {
  const stage = await openAvailability({ kind: 'new', staffId: 3, date: '2027-06-10' })
  await stage.press('Save')
  const summary = screen.getByRole('region', { name: 'There is a problem' })
  expect(document.activeElement).toBe(summary)
  expect(summary.textContent).toContain('Choose a room')
  expect(summary.textContent).toContain('Choose at least one appointment type')
  expect(findBody(stage, CREATE)).toBeUndefined()

  await stage.user.selectOptions(screen.getByLabelText('Room'), '2')
  await stage.user.click(screen.getByLabelText(/^Flu vaccination/))
  await stage.press('Save')
  expect(findBody(stage, CREATE)).toEqual({
    staff: 3,
    room: 2,
    appointment_types: [5],
    start_date: '10/06/2027',
    start_time: '09:00',
    end_time: '17:30',
    recurring: false,
    recurring_until: '02/06/2028',
    repeat_every: 1,
    freq: 3,
    weekdays: [0, 1, 2, 3, 4],
    months: [],
    except_bank_holidays: false,
    except_holiday_dates: true,
    exceptions: [],
  })
  await stage.api.answered(CREATE, () => ({}))
  expect(stage.onSaved).toHaveBeenCalledOnce()
  expect(screen.getByText('Hours added')).toBeTruthy()
})

test('one day is deleted only when it is said which, and what that does', async () => {
  const stage = await openAvailability({ kind: 'existing', id: 4 })
  await stage.press('Delete…')
  await stage.user.click(screen.getByLabelText('One day only'))
  await stage.press('Delete')
  expect(stage.api.isWaiting(...PREVIEW)).toBe(false)
  await stage.enter('Which day?', '2027-06-09')
  expect(
    screen.getByText(
      / will not work these hours on Wednesday 9\sJune 2027\. Other days stay as they are\./,
    ),
  ).toBeTruthy()
  await stage.press('Delete')
  await stage.api.answered(PREVIEW, () => clearPreview)
  expect(findBody(stage, DELETE)).toEqual({
    version: 1,
    scope: 'one',
    date: '09/06/2027',
    resolutions: [],
  })
  await stage.api.answered(DELETE, () => undefined)
  expect(stage.onSaved).toHaveBeenCalledOnce()
  expect(screen.getByText('Hours deleted')).toBeTruthy()
})

test('each orphaned appointment needs a decision; one press finds a place of its own for each', async () => {
  const stage = await openAvailability({ kind: 'existing', id: 4 })
  await stage.press('Save')
  const [place] = orphaned.alternatives
  if (!place) throw new Error('there is a place')
  const later = {
    ...place,
    start: '2027-06-10T15:00:00.000Z',
    end: '2027-06-10T15:30:00.000Z',
    site_id: 99,
    site_name: 'Quay Lane',
  }
  const both = [
    { ...orphaned, alternatives: [place, later] },
    {
      ...orphaned,
      id: 42,
      patient: { ...orphaned.patient, full_name: 'Bo Lind' },
      alternatives: [place, later],
    },
  ]
  await stage.api.answered(PREVIEW, () => ({ ...clearPreview, orphaned: both }))
  await stage.press('Save and apply changes')
  expect(screen.getAllByText('Choose a time or keep it as it is')).toHaveLength(2)
  expect(screen.queryByText(/to an earlier time/)).toBeNull()
  const selectFor = (name: RegExp) => screen.getByRole('combobox', { name })
  await stage.user.selectOptions(selectFor(/of Rosa Whitfield/), '0')
  await stage.user.selectOptions(selectFor(/of Bo Lind/), '0')
  await stage.press('Save and apply changes')
  expect(screen.getByText('Clashes with what you chose for Rosa Whitfield')).toBeTruthy()
  expect(document.activeElement).toBe(selectFor(/of Bo Lind/))
  expect(findBody(stage, CHANGE)).toBeUndefined()
  await stage.press('Choose the first free time for each')
  const [first, second] = screen.getAllByRole<HTMLSelectElement>('combobox', {
    name: /^What do you want to do with/,
  })
  expect(first?.selectedOptions[0]?.label).toMatch(/^Move earlier to 10am on/)
  expect(second?.selectedOptions[0]?.label).toMatch(/^Move to Quay Lane, 4pm on/)
  expect(screen.getByText(/to an earlier time/).textContent).toBe(
    `${orphaned.patient.full_name} would move to an earlier time. Make sure the patient knows.`,
  )
  expect(screen.getByText(/to another branch/).textContent).toBe(
    'Bo Lind would move to another branch. Make sure the patient knows.',
  )
  await stage.press('Save and apply changes')
  expect(screen.getByRole('heading', { name: 'Move 1 patient to another branch?' })).toBe(
    document.activeElement,
  )
  expect(findBody(stage, CHANGE)).toBeUndefined()
  await stage.user.keyboard('{Escape}')
  await settled()
  expect(stage.onClose).not.toHaveBeenCalled()
  await stage.press('Keep editing')
  await stage.press('Choose again')
  expect(
    screen.getAllByRole<HTMLSelectElement>('combobox', { name: /^What do you want/ })[1]?.value,
  ).toBe('1')
  await stage.press('Save and apply changes')
  await stage.press('Move 1 patient')
  const move = { action: 'reschedule', version: 2, staff_id: 3, room_id: 2 }
  expect(findBody(stage, CHANGE)).toMatchObject({
    resolutions: [
      { ...move, appointment_id: 41, start: place.start },
      { ...move, appointment_id: 42, start: later.start },
    ],
  })
})

test('the clinician who is away is proposed only where somebody asks; cancelling and asking are offered', async () => {
  const stage = await openAvailability({ kind: 'existing', id: 4 }, undefined, {
    sendsEmail: true,
    sendsTexts: false,
    textCountries: [],
  })
  await stage.press('Save')
  const [place, other] = orphaned.alternatives
  if (!place || !other) throw new Error('there are two places')
  const absent = { ...place, with_absent_clinician: true }
  const one = { ...orphaned, may_cancel: true, alternatives: [absent, other] }
  const only = { ...one, id: 42, alternatives: [absent] }
  await stage.api.answered(PREVIEW, () => ({ ...clearPreview, orphaned: [one, only] }))
  await stage.press('Choose the first free time for each')
  const selects = () =>
    screen.getAllByRole<HTMLSelectElement>('combobox', { name: /^What do you want to do with/ })
  expect(selects().map(({ value }) => value)).toEqual(['1', ''])
  const labels = () => [...(selects()[1]?.options ?? [])].map(({ label }) => label)
  expect(labels()).toEqual([
    'Choose',
    'Keep it as it is',
    'Let the patient choose another time',
    'Cancel it',
  ])
  await stage.user.click(
    screen.getByRole('checkbox', { name: 'Also show times with Priya Shah on the same day' }),
  )
  expect(labels()).toHaveLength(5)
  const [first, second] = selects()
  if (!first || !second) throw new Error('there are two')
  await stage.user.selectOptions(first, 'cancel')
  await stage.user.selectOptions(second, 'ask')
  await stage.press('Save and apply changes')
  expect(findBody(stage, CHANGE)).toMatchObject({
    resolutions: [
      { action: 'cancel', appointment_id: 41, tell_patient: true },
      { action: 'ask', appointment_id: 42, version: 2 },
    ],
  })
})

test('who moves is told what staff add, where messages are sent; somebody quicker loses none of it', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-06-01T08:00:00Z'))
  const stage = await openAvailability({ kind: 'existing', id: 4 }, undefined, {
    sendsEmail: true,
    sendsTexts: false,
    textCountries: [],
  })
  await stage.press('Save')
  const [place, other] = orphaned.alternatives
  if (!place || !other) throw new Error('there are two places')
  const bo = { ...orphaned, id: 42, patient: { id: 10, full_name: 'Bo Lind' } }
  const cy = { ...bo, id: 43, patient: { id: 11, full_name: 'Cy Marsh' } }
  const dee = { ...bo, id: 44, patient: { id: 12, full_name: 'Dee Alder' } }
  const preview = async (...all: readonly (typeof orphaned)[]) => {
    await stage.api.answered(PREVIEW, () => ({ ...clearPreview, orphaned: all }))
  }
  const selectFor = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  await preview(orphaned, bo, cy, dee)
  await stage.press('Keep all as they are')
  expect(screen.queryByLabelText('Tell the patient')).toBeNull()
  await stage.user.selectOptions(selectFor(/of Dee Alder/), '')
  await stage.user.selectOptions(selectFor(/of Bo Lind/), '0')
  await stage.press('Keep the others as they are')
  expect(selectFor(/of Bo Lind/).value).toBe('0')
  expect(screen.getByRole('checkbox', { name: 'Tell the patient' })).toHaveProperty('checked', true)
  await stage.user.selectOptions(selectFor(/of Cy Marsh/), '1')
  await stage.user.type(
    screen.getByRole('textbox', { name: /^Message to the patients/ }),
    'Priya leaves early.',
  )
  expect(
    screen.getByText('4 of 4 chosen. We will tell 2 patients if we can reach them.'),
  ).toBeTruthy()
  await stage.press('Save and apply changes')
  await stage.press('Move 1 patient')
  const told = { tell_patient: true, message: 'Priya leaves early.' }
  expect(findBody(stage, CHANGE)).toMatchObject({
    resolutions: [
      { action: 'keep', appointment_id: 41 },
      { appointment_id: 42, start: place.start, ...told },
      { appointment_id: 43, start: other.start, ...told },
      { action: 'keep', appointment_id: 44 },
    ],
  })

  // Meanwhile the place of Bo Lind was taken, and somebody moved Dee Alder.
  await stage.api.failed(CHANGE, refusal('conflict'))
  await preview(
    orphaned,
    { ...bo, alternatives: [other] },
    { ...cy, alternatives: [other] },
    { ...dee, version: 3 },
  )
  expect(document.activeElement?.textContent).toMatch(/Nothing has been saved/)
  expect(selectFor(/of Rosa Whitfield/).value).toBe('keep')
  expect(selectFor(/of Bo Lind/).value).toBe('')
  expect(selectFor(/of Cy Marsh/).selectedOptions[0]?.label).toMatch(/^Move to Quay Lane/)
  expect(selectFor(/of Dee Alder/).value).toBe('')
  expect(screen.getByRole('textbox', { name: /^Message to the patient/ })).toHaveProperty(
    'value',
    'Priya leaves early.',
  )
  vi.restoreAllMocks()
})
