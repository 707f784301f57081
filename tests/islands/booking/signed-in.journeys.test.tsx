import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { draft, guest, person } from '../../machines/booking/booking-samples.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import { answerOwn, hear } from './booking-drivers.ts'
import { answerTo, chooseTime, linkNamed, sentTo, type } from './booking-journey.ts'
import { BOOK, CHECK, SAVE } from './booking-screens.ts'
import {
  answeredDetails,
  answers,
  keptDraft,
  mountBooking,
  openBooking,
  type Stage,
  userDetails,
} from './booking-stage.tsx'

const more = test.runIf(isFull)

const viewer = person.uuid
const OWN_BOOKING = ['POST private/appointments/']
const OWN_RECORD = ['PATCH private/users/{id}/']

const bookedByThem = () => {
  const { access_token: _token, ...appointment } = answers.appointment()
  return appointment
}

async function reachOwnReview(stage: Stage) {
  await chooseTime(stage)
  await stage.answer(CHECK, () => userDetails)
}

const calledPublicly = (stage: Stage) =>
  stage.api.sent.map(({ key }) => key).filter((key) => /public\/(?!weekly)/.test(key))

test('who is signed in books as themselves: no guest, no token, nothing asked twice', async () => {
  const stage = await openBooking({ viewer })
  await reachOwnReview(stage)
  expect(stage.heading().textContent).toBe('Check your answers')
  expect(screen.getByText('ada@example.test')).toBeTruthy()
  await stage.press('Confirm booking')
  expect(sentTo(stage, OWN_BOOKING)).toEqual([
    {
      query: {},
      body: {
        appointment_type_id: 7,
        start: '2026-08-06T08:30:00Z',
        site_id: 1,
        hold_id: 41,
        gp_surgery_id: null,
        notes: '',
        patient_id: 9,
      },
      headers: {
        'Slot-Hold-Token': 'hold-token',
        'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    },
  ])
  await stage.answer(BOOK, bookedByThem)
  expect(calledPublicly(stage)).toEqual([])
  expect(linkNamed('See, move or cancel this appointment')).toBe(
    'https://clinic.example/appointments/41',
  )
  expect(screen.getByText(/You need to sign in to open this link/)).toBeTruthy()
  expect(location.pathname + location.search).toBe('/appointments/41?booked')
  expect({ ...sessionStorage, ...localStorage }).toEqual({
    [`bookingDraft:flu-jab:${viewer}`]: 'begun',
  })
})

more('who is signed in is not led to a second appointment at the same time', async () => {
  const stage = await openBooking({ viewer, hasBooked: true })
  await chooseTime(stage)
  await answerOwn(stage, { start: '2026-08-06T08:15:00Z', end: '2026-08-06T08:45:00Z' })
  expect(
    screen.getByRole('region', { name: 'You already have an appointment at this time' }),
  ).toBeTruthy()
  expect(linkNamed('See your appointment')).toBe('/appointments/76')
  expect(stage.button('Book this as well')).toBeUndefined()
  await stage.press('Choose another time')
  expect(stage.heading().textContent).toBe('Choose a time')
})

test('their details stand in the form, and only what they change goes to their record', async () => {
  const stage = await openBooking({ viewer })
  await chooseTime(stage)
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '', gender: 2 }))
  expect(stage.heading().textContent).toBe('Your details')
  expect(screen.getByText(/we will update your account/)).toBeTruthy()
  expect(screen.getByText(/You are booking for Ada Rowe, born 27 March 1984/)).toBeTruthy()
  for (const label of ['First name', 'Year', /^NHS number/]) {
    expect(screen.queryByLabelText(label), String(label)).toBeNull()
  }
  await type(stage, 'Mobile phone number', '07700 900111')
  await stage.press('Continue')
  expect(sentTo(stage, OWN_RECORD)).toEqual([
    { params: { id: 9 }, body: { mobile: '07700 900 111' } },
  ])
  await stage.answer(SAVE, () => ({ ...userDetails, mobile: '07700 900111' }))
  expect(stage.heading().textContent).toBe('Check your answers')
})

const CORRECT = ['POST private/correctionrequests/']
const forOther = 'Booking for somebody else?'
const NEW_GUEST = ['POST public/users/']

test('who their account is about is not changed while booking, but staff can be asked', async () => {
  const stage = await openBooking({ viewer })
  await reachOwnReview(stage)
  for (const row of ['name', 'date of birth', 'NHS number']) {
    expect(stage.button(`Change ${row}`), row).toBeUndefined()
  }
  await stage.press(/Ask us to correct/)
  const dialog = await screen.findByRole('dialog', { name: 'Ask us to correct your details' })
  expect(answerTo('Year')).toBe('1984')
  await type(stage, 'Year', '1985')
  await stage.user.click(within(dialog).getByRole('button', { name: 'Send request' }))
  await settled()
  expect(sentTo(stage, CORRECT)).toEqual([
    { body: { first_name: 'Ada', last_name: 'Rowe', dob: '1985-03-27', nhs_number: '', note: '' } },
  ])
  await stage.answer(CORRECT, () => ({ id: 4, state: 'open' }))
  expect(within(dialog).getByRole('status').textContent).toMatch(/Nothing changes until/)
  expect(sentTo(stage, OWN_RECORD)).toEqual([])
})

test('a parent books for a child as a guest, with how to reach the parent filled in', async () => {
  const stage = await openBooking({ viewer })
  await reachOwnReview(stage)
  await stage.press(forOther)
  expect(stage.heading().textContent).toBe('Their details')
  for (const legend of ['About them', 'Their address (optional)', 'Their health care']) {
    expect(screen.getByRole('group', { name: legend }), legend).toBeTruthy()
  }
  expect(screen.getByText(/You are booking for somebody else/)).toBeTruthy()
  const filled = ['First name', 'Year', 'Email address', 'Mobile phone number'].map(answerTo)
  expect(filled).toEqual(['', '', 'ada@example.test', '07700 900982'])
  await type(stage, 'First name', 'Tom')
  await type(stage, 'Last name', 'Rowe')
  await type(stage, 'Day', '1')
  await type(stage, 'Month', '6')
  await type(stage, 'Year', '2024')
  await stage.press('Continue')
  expect(sentTo(stage, NEW_GUEST)).toMatchObject([
    { body: { first_name: 'Tom', dob: '2024-06-01', email: 'ada@example.test', nhs_number: '' } },
  ])
  await stage.answer(SAVE, answers.guest)
  expect(screen.getByRole('region', { name: 'Their details' })).toBeTruthy()
  await stage.press(/^Change email address/i)
  expect(await screen.findByRole('dialog', { name: 'Change their details' })).toBeTruthy()
  await stage.user.keyboard('{Escape}')
  await stage.press('Confirm booking')
  expect(sentTo(stage, ['POST public/appointments/'])).toHaveLength(1)
  expect([...sentTo(stage, OWN_BOOKING), ...sentTo(stage, OWN_RECORD)]).toEqual([])
})

test('a booking for somebody else stays one after a reload, and can become one’s own again', async () => {
  const stage = await openBooking({ viewer })
  await reachOwnReview(stage)
  await stage.press(forOther)
  await type(stage, 'First name', 'Tom')
  fireEvent(window, new Event('pagehide'))
  await settled()
  cleanup()
  const again = await mountBooking(false, viewer)
  expect(answerTo('First name')).toBe('Tom')
  await again.press('Book for yourself instead')
  await again.answer(CHECK, () => userDetails)
  expect(again.heading().textContent).toBe('Check your answers')
  expect(screen.queryByText(/Tom/)).toBeNull()
})

test('a draft that a guest left in this browser is not shown to who is signed in', async () => {
  await openBooking({ draft, guest, details: answeredDetails, isNewTab: true })
  cleanup()
  const stage = await mountBooking(false, viewer)
  expect(stage.heading().textContent).toBe('Choose a time')
  await chooseTime(stage)
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  expect(answerTo('Mobile phone number')).toBe('')
})

test('a guest who signs in half-way keeps the time, and fills what their record lacks', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'ada')
  await type(stage, 'Email address', 'other@example.test')
  await type(stage, 'Mobile phone number', '07700 900111')
  await hear({ type: 'signed-in', person: viewer })
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  expect(screen.getByText(/We have filled in your account details/)).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/We are holding 9:30am/)
  expect(screen.getByText(/You are booking for Ada Rowe/)).toBeTruthy()
  expect(answerTo('Email address')).toBe('ada@example.test')
  expect(answerTo('Mobile phone number')).toBe('07700 900111')
  await stage.press('Continue')
  expect(sentTo(stage, OWN_RECORD)).toMatchObject([{ body: { mobile: '07700 900 111' } }])
})

test('what was typed about somebody of another name does not go to the record', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'Ben')
  await type(stage, 'Mobile phone number', '07700 900111')
  await hear({ type: 'signed-in', person: viewer })
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  expect(answerTo('Mobile phone number')).toBe('')
})

test('a guest whose confirmation is under way is booked as that guest, whoever signs in', async () => {
  const stage = await openBooking({
    draft: { ...draft, attempt: { idempotencyKey: 'key-1', notes: '' } },
    guest,
  })
  await hear({ type: 'signed-in', person: viewer })
  expect(sentTo(stage, BOOK)).toMatchObject([
    { headers: { 'Guest-User-Access-Token': 'guest-token' } },
  ])
  await stage.answer(BOOK, answers.appointment)
  expect(stage.heading().textContent).toBe('Your appointment is booked')
  expect(sentTo(stage, OWN_BOOKING)).toEqual([])
})

test('a session that ends half-way costs no typing, as a guest or signed in again', async () => {
  const stage = await openBooking({ viewer })
  await chooseTime(stage)
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  await type(stage, 'Mobile phone number', '07700 900111')
  await stage.press('Continue')
  await stage.fail(SAVE, refusal('not_signed_in'))
  expect(stage.heading().textContent).toBe('You are signed out')
  await hear({ type: 'signed-in', person: viewer })
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  expect(answerTo('Mobile phone number')).toBe('07700 900111')
  await stage.press('Continue')
  await stage.fail(SAVE, refusal('not_signed_in'))
  await stage.press('Continue as a guest')
  expect(stage.heading().textContent).toBe('Your details')
  expect(screen.getByText(/You are booking as a guest/)).toBeTruthy()
  expect(answerTo('Mobile phone number')).toBe('07700 900111')
  expect(keptDraft(viewer)).toBeNull()
  await stage.press('Continue')
  await stage.answer(SAVE, answers.guest)
  await stage.press('Confirm booking')
  expect(sentTo(stage, ['POST public/appointments/'])).toHaveLength(1)
  expect(sentTo(stage, OWN_BOOKING)).toEqual([])
})

test('when somebody else is signed in by now, nothing is booked for either', async () => {
  const stage = await openBooking({ viewer })
  await reachOwnReview(stage)
  await stage.press('Confirm booking')
  await stage.fail(BOOK, refusal('not_allowed'))
  expect(stage.heading().textContent).toBe('You are signed out')
  await hear({ type: 'signed-in', person: 'uuid-of-ben' })
  expect(stage.heading().textContent).toBe('Choose a time')
  expect(screen.queryByText(/You chose/)).toBeNull()
})

test('the record of somebody else who is signed in by now is not shown', async () => {
  const stage = await openBooking({ viewer })
  await chooseTime(stage)
  await stage.answer(CHECK, () => ({ ...userDetails, uuid: 'uuid-of-ben', first_name: 'Ben' }))
  expect(stage.heading().textContent).toBe('You are signed out')
  expect(screen.queryByText('Ben')).toBeNull()
})

test('who signs out in another tab leaves nothing in the browser, also when this page is left', async () => {
  const stage = await openBooking({ viewer })
  await chooseTime(stage)
  await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  await type(stage, 'Mobile phone number', '07700 900111')
  localStorage.clear()
  await hear({ type: 'signed-out' })
  expect(stage.heading().textContent).toBe('You are signed out')
  expect(screen.queryByText('ada@example.test')).toBeNull()
  window.dispatchEvent(new Event('pagehide'))
  await settled()
  expect(localStorage.length).toBe(0)
})

test('a lost connection sends the very same request of the same person, after a reload too', async () => {
  const stage = await openBooking({ viewer })
  await reachOwnReview(stage)
  await stage.press('Confirm booking')
  await stage.fail(BOOK, noAnswer)
  const [first] = sentTo(stage, OWN_BOOKING)
  cleanup()
  const again = await mountBooking(false, viewer)
  expect(sentTo(again, OWN_BOOKING)).toEqual([first])
})
