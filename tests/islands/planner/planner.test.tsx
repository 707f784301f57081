import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { ada } from '../../machines/people/new-patient.catalogue.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import {
  arrivedAt,
  BOOK,
  bookedAnswer,
  buttons,
  CHECK,
  heading,
  openPlanner,
  PLAN,
  type PlannerStage,
  planFor,
  press,
  SERIES,
  travelTo,
} from './planner-stage.tsx'

const more = test.runIf(isFull)

const sent = ({ api }: PlannerStage, ...keys: string[]) =>
  api.sent.filter(({ key }) => keys.includes(key)).map(({ options }) => options)

async function chooseDate(stage: PlannerStage) {
  await stage.showPlans()
  await stage.press(/^Thursday 6/)
  await stage.showPlans()
}

async function toConfirming(stage: PlannerStage, time: string | RegExp = /^9:30am/) {
  await chooseDate(stage)
  await stage.press(time)
  await stage.find('ada')
  await stage.user.click(screen.getByRole('option'))
}

describe('what is asked', () => {
  test('stands in the address, and is asked of the API once it is said', async () => {
    const stage = await openPlanner({ search: '' })
    expect(stage.api.sent).toEqual([])
    await stage.press('Show dates')
    expect(
      screen.getByText('Choose an appointment type', { selector: '.field-error' }),
    ).toBeTruthy()
    await stage.user.selectOptions(screen.getByLabelText('Appointment type'), '12')
    await stage.user.selectOptions(screen.getByLabelText('Where'), '4')
    await stage.user.selectOptions(screen.getByLabelText('With'), '8')
    fireEvent.change(screen.getByLabelText('From (optional)'), { target: { value: '2026-09-01' } })
    await stage.press('Show dates')
    expect(location.search).toBe('?type=12&site=4&clinician=8&from=2026-09-01')
    expect(sent(stage, ...PLAN).at(-1)?.['query']).toEqual({
      appointment_type_id: 12,
      site_id: 4,
      staff_id: 8,
      from: '2026-09-01',
    })
  })

  test('is the same where the form was sent before the script was there', async () => {
    const stage = await openPlanner({ search: '?type=11&site=&clinician=&from=' })
    expect(sent(stage, ...PLAN)[0]?.['query']).toEqual({ appointment_type_id: 11 })
  })

  test('goes on to later dates by a link, and back as far as today', async () => {
    const stage = await openPlanner()
    await stage.showPlans()
    expect(screen.queryByRole('link', { name: 'Earlier' })).toBeNull()
    await stage.press('Later', 'link')
    expect(location.search).toBe('?type=11&from=2026-11-02')
    await stage.answer(PLAN, (options) => ({ ...planFor(options), from: '2026-11-02' }))
    await stage.press('Earlier', 'link')
    expect(location.search).toBe('?type=11')
  })

  test('says that there is nothing, that it cannot be booked, or that it was not answered', async () => {
    const stage = await openPlanner()
    await stage.fail(PLAN, noAnswer)
    expect(screen.getByRole('alert').textContent).toContain('We could not load the free times.')
    await stage.press('Try again')
    await stage.answer(PLAN, (options) => ({ ...planFor(options), dates: [] }))
    expect(screen.getByText(/has no free times in this period/)).toBeTruthy()
  })

  more('is shown, but not to be booked, to who may only look', async () => {
    const stage = await openPlanner({ canBook: false })
    await chooseDate(stage)
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Maya Clinician', { exact: false, selector: 'span' })).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /9:30am/ })).toBeNull()
  })
})

describe('what is sent', () => {
  more('names the clinician where one was chosen, and nobody where anybody will do', async () => {
    const stage = await openPlanner()
    await toConfirming(stage, '2pm 2 clinicians')
    expect(screen.getByText('Any free clinician')).toBeTruthy()
    await stage.press('Book appointment')
    expect(sent(stage, ...BOOK)[0]?.['body']).toEqual({
      appointment_type_id: 11,
      start: '2026-08-06T13:00:00.000Z',
      site_id: 3,
      patient_id: ada.id,
      notes: '',
      tell_patient: true,
      message: '',
    })
  })

  more('keeps the one that was chosen among several', async () => {
    const stage = await openPlanner()
    await chooseDate(stage)
    await stage.user.selectOptions(within(screen.getByRole('dialog')).getByLabelText('With'), '8')
    expect(screen.queryByRole('button', { name: /^9:30am/ })).toBeNull()
    await stage.press('2pm Noor Okafor')
    await stage.find('ada')
    await stage.user.click(screen.getByRole('option'))
    await stage.press('Book appointment')
    expect(sent(stage, ...BOOK)[0]?.['body']).toMatchObject({ staff_id: 8, room_id: 6 })
  })

  test('is the same again, key and all, when no answer came; a double click sends once', async () => {
    const stage = await openPlanner()
    await toConfirming(stage)
    await stage.user.dblClick(screen.getByRole('button', { name: 'Book appointment' }))
    expect(sent(stage, ...BOOK)).toHaveLength(1)
    await stage.fail(BOOK, noAnswer)
    await stage.press('Try again')
    const [first, second] = sent(stage, ...BOOK)
    expect(second).toEqual(first)
    expect(first?.['headers']).toEqual({ 'Idempotency-Key': expect.stringMatching(/^\w{32}$/) })
  })

  test('is a series with its own numbers, which are checked first', async () => {
    const stage = await openPlanner()
    await toConfirming(stage)
    await stage.press('Repeatedly', 'radio')
    const times = screen.getByLabelText('How many appointments in total?')
    await stage.user.clear(times)
    await stage.user.type(times, '99')
    await stage.press('Book appointment')
    expect(document.activeElement).toBe(times)
    expect(sent(stage, ...SERIES)).toEqual([])
    await stage.user.clear(times)
    await stage.user.type(times, '3')
    await stage.user.type(
      screen.getByLabelText('How many weeks between appointments?'),
      '{Backspace}2',
    )
    // Four weeks on, the clock shows the same.
    expect(screen.getByText(/The last one is on Thursday 3.September 2026/)).toBeTruthy()
    await stage.press('Book 3 appointments')
    expect(sent(stage, ...SERIES)[0]?.['body']).toMatchObject({ every_weeks: 2, times: 3 })
    await stage.fail(
      SERIES,
      refusal('invalid', { fields: { 'occurrences.2': ['Thursday 3 September: It is taken.'] } }),
    )
    expect(screen.getByRole('alert').textContent).toContain(
      'You cannot book 1 of the 3 appointments',
    )
    expect(screen.getByRole('alert').textContent).toContain('It is taken.')
    expect((times as HTMLInputElement).value).toBe('3')
  })

  more('keeps what was entered while another time is chosen for the same patient', async () => {
    const stage = await openPlanner()
    await toConfirming(stage)
    await stage.user.type(screen.getByLabelText('Notes (optional)'), 'Gate 2')
    await stage.press('Book appointment')
    await stage.fail(BOOK, refusal('slot_taken', { detail: 'It is taken.' }))
    await stage.showPlans()
    expect(screen.getByRole('alert').textContent).toBe('9:30am could not be booked. It is taken.')
    await stage.press('2pm 2 clinicians')
    expect(heading()).toBe('Check and book')
    expect(screen.getByDisplayValue('Gate 2')).toBeTruthy()
  })
})

describe('the browser’s back and forward buttons', () => {
  test('go one step back and forth, and nothing that was entered is lost', async () => {
    const stage = await openPlanner()
    await toConfirming(stage)
    await stage.user.type(screen.getByLabelText('Notes (optional)'), 'Gate 2')
    await press(-1)
    expect(heading()).toBe('Who is it for?')
    await press(-1)
    expect(screen.getByRole('dialog', { name: /Thursday 6.August 2026/ })).toBeTruthy()
    await press(-1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(location.search).toBe('?type=11')
    for (const _ of ['times', 'patient', 'check']) await press(1)
    expect(heading()).toBe('Check and book')
    expect(screen.getByDisplayValue('Gate 2')).toBeTruthy()
  })

  more(
    'leave at the first step: a date that was closed, or a time that was changed, is no step',
    async () => {
      history.pushState(null, '', '/before')
      history.pushState(null, '', '/')
      const stage = await openPlanner()
      for (const _ of ['one', 'another']) {
        await chooseDate(stage)
        await stage.press('Close')
        await arrivedAt('dates')
      }
      await toConfirming(stage)
      await stage.press('Change date and time')
      await arrivedAt('times')
      await press(-1)
      expect(screen.queryByRole('dialog')).toBeNull()
      await press(-1)
      expect(location.pathname).toBe('/before')
    },
  )

  more('go back to what was typed of a new patient', async () => {
    const stage = await openPlanner()
    await chooseDate(stage)
    await stage.press(/^9:30am/)
    await stage.press('Add a new patient')
    await stage.user.type(screen.getByLabelText('First name'), 'Edda')
    await press(-1)
    await stage.press(/^9:30am/)
    expect(screen.getByDisplayValue('Edda')).toBeTruthy()
  })

  test('do not lead back into what is booked', async () => {
    const stage = await openPlanner()
    await toConfirming(stage)
    await stage.press('Book appointment')
    await press(-1)
    await arrivedAt('check')
    expect(buttons()).toEqual(['Booking'])
    await stage.answer(BOOK, () => bookedAnswer)
    await arrivedAt('booked')
    await press(-1)
    expect(heading()).toBe('Appointment planner')
    await press(1)
    await arrivedAt('dates')
    expect(heading()).toBe('Appointment planner')
  })

  test('a reload opens the date again, and keeps nothing of a patient', async () => {
    const first = await openPlanner()
    await toConfirming(first)
    expect(JSON.stringify(history.state)).not.toContain('Ada')
    cleanup()
    const stage = await openPlanner({ state: history.state })
    await arrivedAt('times')
    await stage.showPlans()
    expect(screen.getByRole('dialog', { name: /Thursday 6.August 2026/ })).toBeTruthy()
    await travelTo('dates')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the record is beside what is chosen, and the browser asks before that is left', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const stage = await openPlanner()
    await chooseDate(stage)
    expect(asks()).toBe(false)
    await stage.press(/^9:30am/)
    expect(asks()).toBe(true)
    await stage.find('ada')
    await stage.user.click(screen.getByRole('option'))
    const record = screen.getByRole('link', { name: /^Record of the patient/ })
    expect(record.getAttribute('href')).toBe(`/clinic/record-details?patient_id=${ada.id}`)
    await stage.press('Book appointment')
    expect(asks()).toBe(true)
    await stage.answer(BOOK, () => bookedAnswer)
    expect(asks()).toBe(false)
  })
})

describe('how long it takes', () => {
  test('is asked of who may choose it, and searched, checked and booked like that', async () => {
    const stage = await openPlanner({ canSetDuration: true })
    const minutes = screen.getByLabelText('Minutes (optional)')
    await stage.user.type(minutes, '42')
    await stage.press('Show dates')
    expect(screen.getByText('Enter a multiple of 5 minutes')).toBeTruthy()
    expect(document.activeElement).toBe(minutes)
    await stage.user.clear(minutes)
    await stage.user.type(minutes, '45')
    await stage.press('Show dates')
    expect(location.search).toBe('?type=11&minutes=45')
    await chooseDate(stage)
    expect(sent(stage, ...PLAN).at(-1)?.['query']).toMatchObject({ duration: 45 })
    fireEvent.change(screen.getByLabelText('Start time'), { target: { value: '09:40' } })
    await stage.press('Check')
    expect(sent(stage, ...CHECK)[0]?.['query']).toMatchObject({ duration: 45 })
    await stage.answer(CHECK, () => ({ available: true, reasons: [], online_reasons: [] }))
    await stage.press('Choose 9:40am')
    expect(screen.getByText(/9:40am to 10:25am \(45 minutes, usually 15 minutes\)/)).toBeTruthy()
    await stage.find('ada')
    await stage.user.click(screen.getByRole('option'))
    await stage.press('Book appointment')
    expect(sent(stage, ...BOOK)[0]?.['body']).toMatchObject({ duration: 45 })
  })

  test('is the service’s for everybody else, whatever the address says', async () => {
    const stage = await openPlanner({ search: '?type=11&minutes=45' })
    expect(screen.queryByLabelText('Minutes (optional)')).toBeNull()
    await toConfirming(stage)
    expect(sent(stage, ...PLAN)[0]?.['query']).toEqual({ appointment_type_id: 11 })
    await stage.press('Book appointment')
    expect(sent(stage, ...BOOK)[0]?.['body']).not.toHaveProperty('duration')
  })
})

test('another one for the same patient is at no time when they are elsewhere', async () => {
  const stage = await openPlanner()
  await toConfirming(stage)
  await stage.press('Book appointment')
  await stage.answer(BOOK, () => bookedAnswer)
  await stage.press('Plan another for this patient')
  await stage.showPlans()
  await stage.press(/^Thursday 6/)
  await stage.showPlans()
  const [dates, times] = sent(stage, ...PLAN).slice(-2)
  expect([dates?.['query'], times?.['query']]).toEqual([
    { appointment_type_id: 11, patient_id: ada.id },
    {
      appointment_type_id: 11,
      patient_id: ada.id,
      from: '2026-08-06',
      to: '2026-08-06',
      date: '2026-08-06',
    },
  ])
})

describe('a time that is not listed', () => {
  test('is asked of the clinician who is chosen among several, and of why not online', async () => {
    const stage = await openPlanner()
    await chooseDate(stage)
    await stage.user.selectOptions(within(screen.getByRole('dialog')).getByLabelText('With'), '8')
    fireEvent.change(screen.getByLabelText('Start time'), { target: { value: '09:40' } })
    await stage.press('Check')
    expect(sent(stage, ...CHECK)[0]?.['query']).toMatchObject({ staff_id: 8 })
    await stage.answer(CHECK, () => ({
      available: true,
      reasons: [],
      online_reasons: [
        { code: 'beyond_horizon', detail: 'Appointments can be booked at most 180 days ahead.' },
      ],
    }))
    expect(screen.getByText(/^Patients cannot book this time online:/).textContent).toContain(
      'at most 180 days ahead',
    )
    await stage.press('Choose 9:40am')
    await stage.find('ada')
    await stage.user.click(screen.getByRole('option'))
    await stage.press('Book appointment')
    expect(sent(stage, ...BOOK)[0]?.['body']).toMatchObject({ staff_id: 8 })
  })

  test('is checked by the same rules: every reason why not, or the way to choose it', async () => {
    const stage = await openPlanner()
    await chooseDate(stage)
    await stage.press('Check')
    expect(screen.getByText('Enter a time', { selector: '.field-error' })).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Start time'), { target: { value: '09:40' } })
    await stage.press('Check')
    expect(sent(stage, ...CHECK)[0]?.['query']).toEqual({
      appointment_type_id: 11,
      start: '2026-08-06T08:40:00.000Z',
      site_id: 3,
    })
    await stage.answer(CHECK, () => ({
      available: false,
      reasons: [
        { code: 'occupied', detail: 'Occupied by an appointment from 9:30am to 9:45am.' },
        { code: 'outside_hours', detail: 'Nobody works then.' },
      ],
      online_reasons: [],
    }))
    expect(screen.getByText('9:40am cannot be booked')).toBeTruthy()
    expect(screen.getByText('Nobody works then.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Start time'), { target: { value: '09:50' } })
    await stage.press('Check')
    await stage.answer(CHECK, () => ({ available: true, reasons: [], online_reasons: [] }))
    await stage.press('Choose 9:50am')
    expect(heading()).toBe('Who is it for?')
    expect(buttons()).toContain('Change date and time')
  })
})
