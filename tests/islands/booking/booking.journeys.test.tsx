import '../ui/island-setup.ts'

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ManageAppointment } from '#islands/booking/ManageAppointment.tsx'
import { draft } from '../../machines/booking-samples.ts'
import { appointment as sample } from '../booking-views/samples.ts'
import { settings } from '../public-settings.ts'
import {
  answerTo,
  bookToTheEnd,
  chooseTime,
  closeTab,
  confirmBooking,
  knownHere,
  linkNamed,
  NEW_GUEST,
  reachReview,
  reload,
  reopen,
  sentTo,
  type,
} from './booking-journey.ts'
import { BOOK, CHECK, HOLD, RELEASE, WEEK } from './booking-screens.ts'
import {
  answeredDetails,
  answers,
  guestAnswer,
  keptDraft,
  mountBooking,
  openBooking,
  settle,
} from './booking-stage.tsx'
import { fakeApi, noAnswer, refusal } from './fake-api.ts'

const LINK = 'Find or cancel this appointment'
const CHANGED_GUEST = ['PUT public/users/{id}/']
const knownGuest = { ...guestAnswer, gp_surgery: null }

test('a visitor books, and gets a link whose token no server sees', async () => {
  const stage = await bookToTheEnd()
  expect(stage.heading().textContent).toBe('Your appointment is booked')
  expect(document.title).toBe('Carelane – Your appointment is booked')
  expect(linkNamed(LINK)).toBe('https://clinic.example/appointments/41#access=appointment-token')
  expect(keptDraft()).toBeNull()
  expect(knownHere()).toMatchObject({ id: 9 })
})

test('the booking names the hold, the guest and a key of its own, each in its header', async () => {
  const stage = await openBooking()
  await reachReview(stage)
  await type(stage, 'Notes for the clinic (optional)', 'Needs a ramp')
  await stage.press('Confirm booking')
  expect(sentTo(stage, BOOK)).toEqual([
    {
      query: {},
      body: {
        appointment_type_id: 7,
        start: '2026-08-06T08:30:00Z',
        site_id: 1,
        hold_id: 41,
        gp_surgery_id: null,
        notes: 'Needs a ramp',
      },
      headers: {
        'Guest-User-Access-Token': 'guest-token',
        'Slot-Hold-Token': 'hold-token',
        'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    },
  ])
})

test('what was typed survives a reload, and the hold goes on with what is left', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'Ada')
  await stage.pass(120_000)
  await reload()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('Ada')
  expect(screen.getByRole('timer').textContent).toMatch(/(8 minutes|7 minutes 5\d seconds)\.$/)
})

test('who comes back to a closed tab is asked, and continues with everything entered', async () => {
  const first = await openBooking()
  await chooseTime(first)
  await type(first, 'First name', 'Ada')
  const second = await reopen()
  expect(second.heading().textContent).toBe('You have been here before')
  expect(screen.queryByText('Ada')).toBeNull()
  await second.press('Continue')
  expect(second.heading().textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('Ada')
})

test('starting again forgets what was entered and gives the time back', async () => {
  const stage = await openBooking({ draft, details: answeredDetails, isNewTab: true })
  await stage.press('Start again')
  expect(sentTo(stage, RELEASE)).toEqual([
    { params: { id: 41 }, headers: { 'Slot-Hold-Token': 'hold-token' } },
  ])
  await stage.answer(RELEASE, () => undefined)
  await chooseTime(stage)
  expect(answerTo('First name')).toBe('')
})

test('starting again in the middle of a word forgets that too', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'Ada')
  await stage.press('Give the time back and start again')
  await stage.pass(1000)
  expect(keptDraft()).toBeNull()
})

test('who forgets what was entered is nobody again, also before any time is held', async () => {
  const stage = await openBooking({ guest: knownGuest, details: answeredDetails })
  await stage.press('Forget what I entered and start again')
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.getItem('guestUser')).toBeNull()
  await chooseTime(stage)
  expect(stage.heading().textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('')
})

test('a draft of half an hour ago is forgotten', async () => {
  await openBooking({ draft, details: answeredDetails, isNewTab: true })
  cleanup()
  vi.setSystemTime(Date.now() + 30 * 60_000)
  sessionStorage.clear()
  const stage = await mountBooking()
  expect(stage.heading().textContent).toBe('Choose a time')
  expect(keptDraft()).toBeNull()
})

test('details somebody typed before any time was lost are not shown in a new tab', async () => {
  const stage = await openBooking({ details: answeredDetails, isNewTab: true })
  await chooseTime(stage)
  expect(answerTo('First name')).toBe('')
})

test('a hold that runs out during the form is asked for again; the form is as it was', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'Ada')
  await stage.pass(600_000)
  expect(stage.heading().textContent).toBe('Your time has run out')
  await stage.press('Ask for this time again')
  await stage.answer(HOLD, answers.hold)
  expect(stage.heading().textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('Ada')
  expect(sentTo(stage, HOLD)[1]).toMatchObject({ headers: { 'Slot-Hold-Token': 'hold-token' } })
})

test('a time taken at the last moment costs no typing', async () => {
  const stage = await confirmBooking()
  await stage.fail(BOOK, refusal('slot_taken'))
  expect(document.activeElement?.textContent).toMatch(/This time has just been taken/)
  await stage.answer(WEEK, answers.week)
  await chooseTime(stage)
  await stage.answer(CHECK, answers.guest)
  expect(stage.heading().textContent).toBe('Check your answers')
  await stage.press('Confirm booking')
  const keys = sentTo(stage, BOOK).map(({ headers }) => headers as Record<string, string>)
  expect(keys[0]?.['Idempotency-Key']).not.toBe(keys[1]?.['Idempotency-Key'])
})

test('a press while a new list is on its way is not lost: a time is held, a day stays', async () => {
  const stage = await confirmBooking()
  await stage.fail(BOOK, refusal('slot_taken'))
  expect(stage.api.isWaiting(...WEEK)).toBe(true)
  await stage.press(/Friday/)
  await stage.press(/^9:30am/)
  expect(sentTo(stage, HOLD).at(-1)).toMatchObject({ body: { start: '2026-08-07T08:30:00Z' } })
  await stage.fail(HOLD, refusal('slot_taken'))
  await stage.press(/Thursday/)
  await stage.answer(WEEK, answers.week)
  expect(screen.getByRole('heading', { name: /^Times on Thursday/ })).toBeTruthy()
})

test('nor is one while the time before is still given back', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await stage.press('Give the time back and start again')
  expect(stage.api.isWaiting(...RELEASE)).toBe(true)
  await stage.press(/^9:30am/)
  // It may arrive before the other is given back, and be of the same time.
  expect(sentTo(stage, HOLD)[1]).toMatchObject({ headers: { 'Slot-Hold-Token': 'hold-token' } })
  await stage.answer(HOLD, answers.hold)
  expect(stage.heading().textContent).toBe('Your details')
})

test('after a lost connection the very same request goes out when the network is back', async () => {
  const stage = await confirmBooking()
  await stage.fail(BOOK, noAnswer)
  expect(document.activeElement?.textContent).toMatch(/The connection was lost/)
  expect(stage.button('Choose another time')).toBeUndefined()
  fireEvent(window, new Event('online'))
  await settle()
  await stage.fail(BOOK, refusal('internal'))
  await stage.press('Try again')
  const [first, ...again] = sentTo(stage, BOOK)
  expect(again).toEqual([first, first])
})

test('a reload while the answer is awaited sends the very same request', async () => {
  const first = await confirmBooking()
  const second = await reload()
  expect(sentTo(second, BOOK)).toEqual(sentTo(first, BOOK))
  await second.answer(BOOK, answers.appointment)
  expect(second.heading().textContent).toBe('Your appointment is booked')
})

test('a tab closed while the answer is awaited sends the very same request when it is continued', async () => {
  const first = await confirmBooking()
  const second = await reopen()
  expect(sessionStorage.getItem('guestUser')).toBeNull()
  await second.press('Find out')
  expect(sentTo(second, BOOK)).toEqual(sentTo(first, BOOK))
  expect(knownHere()).toMatchObject({ id: 9 })
  sessionStorage.removeItem('guestUser')
  await second.answer(BOOK, answers.appointment)
  expect(second.heading().textContent).toBe('Your appointment is booked')
  expect(linkNamed(LINK)).toBe('https://clinic.example/appointments/41#access=appointment-token')
  expect(keptDraft()).toBeNull()
})

test('what a guest confirmed is never sent as somebody else whom the new tab knows', async () => {
  const first = await confirmBooking()
  closeTab()
  const somebodyElse = { ...knownGuest, id: 10, guest_access_token: 'other-token' }
  sessionStorage.setItem('guestUser', JSON.stringify(somebodyElse))
  const second = await mountBooking()
  await second.press('Find out')
  expect(sentTo(second, BOOK)).toEqual(sentTo(first, BOOK))
  expect(knownHere()).toEqual(somebodyElse)
})

test('a booking that may have been made is not thrown away before its answer is known', async () => {
  await confirmBooking()
  const second = await reopen()
  expect(document.activeElement?.textContent).toMatch(
    /may already have booked.*not be booked twice/,
  )
  expect(second.button('Start again')).toBeUndefined()
  await second.press('Find out')
  await second.fail(BOOK, refusal('conflict'))
  expect(second.button('Start again')).toBeTruthy()
})

test('a reload after booking opens the appointment, whose token stands in no address', async () => {
  const stage = await openBooking()
  history.replaceState(history.state, '', '?week=2026-08-03')
  await reachReview(stage)
  await stage.press('Confirm booking')
  await stage.answer(BOOK, answers.appointment)
  expect(location.href).toBe(new URL('/appointments/41?booked', location.origin).href)
  cleanup()
  const api = fakeApi()
  render(<ManageAppointment id={41} isSignedIn={false} settings={settings} api={api.client} />)
  await settle()
  expect(api.sent).toEqual([
    {
      key: 'GET public/appointments/{id}/',
      options: { params: { id: 41 }, headers: { 'Guest-User-Access-Token': 'appointment-token' } },
    },
  ])
  api.answer(['GET public/appointments/{id}/'], () => ({
    ...sample,
    start: '2026-08-06T08:30:00Z',
  }))
  await settle()
  expect(screen.getByText(sample.reference)).toBeTruthy()
  await stage.press('Copy link')
  expect(await navigator.clipboard.readText()).toBe(
    'https://clinic.example/appointments/41#access=appointment-token',
  )
})

test('the same service can be booked again from the confirmation', async () => {
  await bookToTheEnd()
  const again = screen.getByRole('link', { name: 'Book another appointment' })
  expect(again.getAttribute('href')).toBe('/services/flu-jab/availability')
  cleanup()
  history.pushState(null, '', again.getAttribute('href'))
  const next = await mountBooking()
  expect(next.heading().textContent).toBe('Choose a time')
})

test('a time that was held anew is booked with the new hold', async () => {
  const stage = await openBooking()
  await reachReview(stage)
  await stage.pass(600_000)
  await stage.press('Ask for this time again')
  await stage.answer(HOLD, () => ({ ...answers.hold(), id: 42, token: 'new-hold-token' }))
  await stage.answer(CHECK, answers.guest)
  await stage.press('Confirm booking')
  expect(sentTo(stage, BOOK)).toMatchObject([
    { body: { hold_id: 42 }, headers: { 'Slot-Hold-Token': 'new-hold-token' } },
  ])
})

test('the token leaves the draft as soon as an answer has come', async () => {
  const stage = await openBooking()
  await reachReview(stage)
  expect(keptDraft()).not.toContain('guest-token')
  await stage.press('Confirm booking')
  expect(keptDraft()).toContain('guest-token')
  await stage.fail(BOOK, refusal('conflict'))
  expect(keptDraft()).not.toContain('guest-token')
})

test('two quick clicks on confirm book once', async () => {
  const stage = await openBooking()
  await reachReview(stage)
  const confirm = screen.getByRole('button', { name: 'Confirm booking' })
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await settle()
  expect(sentTo(stage, BOOK)).toHaveLength(1)
})

test('a server that wants patience is asked again after the wait it named', async () => {
  const stage = await confirmBooking()
  await stage.fail(BOOK, refusal('too_many_requests', { retryAfter: 60 }))
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toMatch(/in 60 seconds/)
  expect(alert.nextElementSibling).toBe(stage.button('Booking your appointment'))
  await stage.pass(59_000)
  expect(sentTo(stage, BOOK)).toHaveLength(1)
  await stage.pass(1_000)
  expect(sentTo(stage, BOOK)).toHaveLength(2)
})

test('a guest known to this session skips the form and may change the details', async () => {
  const stage = await openBooking({ guest: knownGuest })
  await chooseTime(stage)
  await stage.answer(CHECK, answers.guest)
  expect(stage.heading().textContent).toBe('Check your answers')
  await stage.press(/^Change.*Name/i)
  const dialog = within(screen.getByRole('dialog'))
  const mobile = dialog.getByLabelText('Mobile phone number')
  await stage.user.clear(mobile)
  await stage.user.click(mobile)
  await stage.user.paste('07700 900111')
  await stage.user.click(dialog.getByRole('button', { name: 'Save details' }))
  await settle()
  expect(dialog.getByRole('button', { name: 'Saving your details' })).toBeTruthy()
  expect(sentTo(stage, CHANGED_GUEST)).toMatchObject([
    {
      params: { id: 9 },
      body: { mobile: '07700 900 111' },
      headers: { 'Guest-User-Access-Token': 'guest-token' },
    },
  ])
  await stage.answer(CHANGED_GUEST, () => ({ ...guestAnswer, mobile: '07700 900111' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('07700 900111')).toBeTruthy()
})

test('what the server refuses of the form stands at its question, and the rest stays', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await stage.fillIn()
  await stage.fail(NEW_GUEST, refusal('invalid', { fields: { mobile: ['Use a UK number'] } }))
  expect(document.activeElement?.textContent).toMatch(/Use a UK number/)
  expect(answerTo('First name')).toBe('Ada')
  expect(screen.getByLabelText('Mobile phone number').getAttribute('aria-invalid')).toBe('true')
})

test('details that could not be saved stay in the form, which can be sent again', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await stage.fillIn()
  await stage.fail(NEW_GUEST, noAnswer)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toMatch(/could not save your details/)
  expect(document.activeElement).toBe(alert)
  expect(alert.nextElementSibling).toBe(stage.button('Continue'))
  await stage.press('Continue')
  await stage.answer(NEW_GUEST, answers.guest)
  expect(stage.heading().textContent).toBe('Check your answers')
})

const goBackTo = async (bookingStep: string) => {
  history.replaceState({ bookingStep }, '')
  fireEvent(window, new PopStateEvent('popstate', { state: { bookingStep } }))
  await settle()
}

test('each step is a step of the browser history, back and forth', async () => {
  const stage = await openBooking()
  const entries = history.length
  await reachReview(stage)
  expect(history.length).toBe(entries + 2)
  expect(history.state).toEqual({ bookingStep: 'review' })
  await goBackTo('choose')
  expect(stage.heading().textContent).toBe('Choose a time')
  expect(document.activeElement).toBe(stage.heading())
  await goBackTo('review')
  await stage.answer(HOLD, answers.hold)
  await stage.answer(CHECK, answers.guest)
  expect(stage.heading().textContent).toBe('Check your answers')
  expect(history.length).toBe(entries + 2)
})

test('going back once it is booked stays with the appointment, also in the address', async () => {
  const stage = await bookToTheEnd()
  history.replaceState(null, '', '/services/flu-jab/availability')
  await goBackTo('details')
  expect(stage.heading().textContent).toBe('Your appointment is booked')
  expect(location.pathname + location.search).toBe('/appointments/41?booked')
})

test('the address carries week, day and site, and keeps the rest', async () => {
  const stage = await openBooking()
  history.replaceState(history.state, '', '?key=secret')
  await stage.answer(WEEK, answers.week)
  await stage.press('Next week')
  await stage.answer(WEEK, answers.week)
  await stage.press(/Friday/)
  await stage.user.selectOptions(screen.getByLabelText('Where'), 'harbour-street')
  await settle()
  expect(location.search).toBe('?key=secret&week=2026-08-10&day=2026-08-14&site=harbour-street')
})

test('leaving a half-filled form asks first; an empty one does not', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  const leaving = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(leaving()).toBe(true)
  await type(stage, 'First name', 'Ada')
  await stage.pass(1000)
  expect(leaving()).toBe(false)
})

test('the page that the server rendered comes to life as it is', async () => {
  const stage = await openBooking({ isRendered: true })
  await reachReview(stage)
  expect(stage.heading().textContent).toBe('Check your answers')
})

test('a browser that keeps nothing can book all the same', async () => {
  const refuse = () => {
    throw new DOMException('Storage is off', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  await bookToTheEnd()
  expect(linkNamed(LINK)).toMatch(/#access=appointment-token$/)
})
