import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { bookedChannel } from '#islands/booking/confirm/booked-channel.ts'
import { storedAccessToken } from '#islands/own-appointments/appointment/access-token.ts'
import { isFull } from '../../amount.ts'
import { slot } from '../../machines/booking/booking-samples.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import { answerOwn, goBackTo } from './booking-drivers.ts'
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
} from './booking-stage.tsx'
import { mill } from './samples.ts'

const more = test.runIf(isFull)

const LINK = 'See, move or cancel this appointment'
const CHANGED_GUEST = ['PUT public/users/{id}/']
const UPDATED = 'Your details have been updated'
const FROM_LAST_BOOKING = /^We have filled in your details from your last booking/
const knownGuest = { ...guestAnswer, gp_surgery: null }

more(
  'the header’s link to sign in comes back to what was booked, and not to the times',
  async () => {
    const header = document.body.appendChild(document.createElement('header'))
    const link = header.appendChild(document.createElement('a'))
    link.href = '/login?redirect=%2Fservices%2Fflu-jab%2Favailability'
    link.dataset['session'] = 'sign-in'
    await bookToTheEnd()
    expect(link.getAttribute('href')).toMatch(/\/login\?redirect=%2Fappointments%2F41$/)
    header.remove()
  },
)

test('the booking names the hold, the guest and a key of its own, each in its header', async () => {
  const stage = await openBooking()
  await reachReview(stage)
  await type(stage, 'Notes for your appointment (optional)', 'Needs a ramp')
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
  expect(second.heading().textContent).toBe('Continue your booking?')
  expect(screen.queryByText('Ada')).toBeNull()
  await second.press('Continue')
  await second.answer(HOLD, answers.hold)
  expect(second.heading().textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('Ada')
})

test('a tab is told when another books the time that both hold, and links to it', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  bookedChannel.announce({
    appointmentId: 41,
    accessToken: 'appointment-token',
    holdToken: 'hold-token',
  })
  await settled()
  const notice = within(screen.getByRole('region', { name: 'You have already booked this time' }))
  expect(notice.getByRole('link').getAttribute('href')).toBe('/appointments/41')
  expect(storedAccessToken(41)).toBe('appointment-token')
  expect(screen.queryByRole('timer')).toBeNull()
})

test('a time that another tab gives back is not claimed to be held', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  const key = 'bookingDraft:flu-jab'
  fireEvent(window, new StorageEvent('storage', { key, newValue: null }))
  await settled()
  expect(stage.heading().textContent).toBe('We are no longer holding your time')
  expect(screen.queryByRole('timer')).toBeNull()
})

test('the own booking behind a time that is gone is named, not somebody else', async () => {
  const stage = await openBooking({ hasBooked: true })
  await stage.answer(WEEK, answers.week)
  await stage.press(/^9:30am/)
  await stage.fail(HOLD, refusal('slot_taken'))
  await answerOwn(stage, { start: '2026-08-06T08:30:00Z', end: '2026-08-06T09:00:00Z' })
  expect(screen.getByRole('region', { name: 'You have already booked this time' })).toBeTruthy()
  expect(linkNamed('See your appointment')).toBe('/appointments/76')
})

test('a guest who has another appointment then is warned before the form', async () => {
  const stage = await openBooking({ hasBooked: true })
  await chooseTime(stage)
  const own = {
    appointment_type_id: 8,
    patient_id: 12,
    start: '2026-08-06T08:45:00Z',
    end: '2026-08-06T09:00:00Z',
  }
  await answerOwn(stage, own)
  const notice = within(
    screen.getByRole('region', { name: 'Ada Byron has an appointment at this time' }),
  )
  expect(notice.getByText(/^9:45am on Thursday 6.August 2026$/)).toBeTruthy()
  await stage.press('Book this as well')
  expect(stage.heading().textContent).toBe('Your details')
  // The answer outlasts a reload.
  const again = await reload()
  await answerOwn(again, own)
  expect(again.heading().textContent).toBe('Your details')
})

test('a guest who has booked for the same person then can book for somebody else only', async () => {
  const guest = { ...knownGuest, guest_access_token: 'guest-token' }
  const stage = await openBooking({ hasBooked: true, guest })
  await chooseTime(stage)
  await answerOwn(stage, {
    patient: { id: 9, full_name: 'Bruno Tester' },
    patient_id: 9,
    start: '2026-08-06T08:30:00Z',
    end: '2026-08-06T09:00:00Z',
  })
  expect(screen.getByRole('region', { name: 'Bruno Tester has an appointment at this time' }))
  expect(stage.button('Book this as well')).toBeUndefined()
  await stage.press('This is for somebody else')
  expect(stage.heading().textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('')
  expect(sessionStorage.getItem('guestUser')).toBeNull()
})

more('what is over, cancelled or cannot be read warns of nothing', async () => {
  for (const own of [{ status: 'cancelled' as const }, { end: '2026-08-04T08:00:00Z' }, null]) {
    const stage = await openBooking({ hasBooked: true })
    await chooseTime(stage)
    await answerOwn(stage, own)
    expect(stage.heading().textContent).toBe('Your details')
    cleanup()
  }
})

test('starting again in the middle of a word forgets that too', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'Ada')
  await stage.press('Start again')
  await stage.press('Start again')
  expect(sentTo(stage, RELEASE)).toEqual([
    { params: { id: 41 }, headers: { 'Slot-Hold-Token': 'hold-token' } },
  ])
  await stage.pass(1000)
  expect(keptDraft()).toBeNull()
})

test('who forgets what was entered is nobody again, also before any time is held', async () => {
  const stage = await openBooking({ guest: knownGuest, details: answeredDetails })
  await stage.press('Start again')
  await stage.press('Start again')
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.getItem('guestUser')).toBeNull()
  await chooseTime(stage)
  expect(stage.heading().textContent).toBe('Your details')
  expect(answerTo('First name')).toBe('')
})

test('starting again asks first, says what is lost, and may be dropped', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await type(stage, 'First name', 'Ada')
  await stage.press('Start again')
  const question = screen.getByRole('region', {
    name: 'Start again? We will stop holding your time and clear your answers.',
  })
  expect(document.activeElement).toBe(question)
  await stage.press('Keep this time')
  expect(document.activeElement?.textContent).toBe('Start again')
  expect(answerTo('First name')).toBe('Ada')
  expect(sentTo(stage, RELEASE)).toEqual([])
})

test('a detail is changed where it stands in the form; leaving asks, and forgets the change', async () => {
  const stage = await openBooking()
  await reachReview(stage)
  await stage.press(/^Change.*mail address/i)
  expect(document.activeElement).toBe(screen.getByLabelText(/^E-?mail address/))
  await stage.user.type(document.activeElement as Element, 'x')
  await stage.user.keyboard('{Escape}')
  await settled()
  await stage.press('Leave without saving')
  expect(screen.queryByRole('dialog')).toBeNull()
  await stage.press(/^Change.*mail address/i)
  expect(answerTo(/^E-?mail address/)).toBe('ada@example.test')
  // What had been entered before is there for a new tab.
  expect(JSON.parse(keptDraft() ?? '').details).toMatchObject({ email: 'ada@example.test' })
})

more('what was refused of the notes is not said of the details', async () => {
  const stage = await confirmBooking()
  await stage.fail(
    BOOK,
    refusal('invalid', { fields: { notes: ['Remove the unusual characters'] } }),
  )
  expect(screen.getByText('Remove the unusual characters')).toBeTruthy()
  await stage.press(/^Change.*Name/i)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByText('Remove the unusual characters')).toBeNull()
})

test('details somebody typed before any time was lost are not shown in a new tab', async () => {
  const stage = await openBooking({ details: answeredDetails, isNewTab: true })
  await chooseTime(stage)
  expect(answerTo('First name')).toBe('')
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

more('nor is one while the time before is still given back', async () => {
  const stage = await openBooking()
  await chooseTime(stage)
  await stage.press('Start again')
  await stage.press('Start again')
  expect(stage.api.isWaiting(...RELEASE)).toBe(true)
  await stage.press(/^9:30am/)
  // It may arrive before the other is given back, and be of the same time.
  expect(sentTo(stage, HOLD)[1]).toMatchObject({ headers: { 'Slot-Hold-Token': 'hold-token' } })
  await stage.answer(HOLD, answers.hold)
  expect(stage.heading().textContent).toBe('Your details')
})

test('a tab closed while the answer is awaited sends the very same request when it is continued', async () => {
  const first = await confirmBooking()
  const second = await reopen()
  expect(sessionStorage.getItem('guestUser')).toBeNull()
  await second.press('Finish booking')
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
  await second.press('Finish booking')
  expect(sentTo(second, BOOK)).toEqual(sentTo(first, BOOK))
  expect(knownHere()).toEqual(somebodyElse)
})

more('another appointment begins with the services, from the confirmation', async () => {
  await bookToTheEnd()
  const again = screen.getByRole('link', { name: 'Book another appointment' })
  expect(again.getAttribute('href')).toBe('/services')
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
  await settled()
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
  expect(screen.getByText(UPDATED).closest('[role=status]')).toBeTruthy()
})

more('a detail that was looked at and not changed is not said to be updated', async () => {
  const stage = await openBooking({ guest: knownGuest })
  await chooseTime(stage)
  await stage.answer(CHECK, answers.guest)
  await stage.press(/^Change.*Name/i)
  await stage.user.keyboard('{Escape}')
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText(UPDATED)).toBeNull()
})

test('the next booking in the tab says whose details it has, until they are changed', async () => {
  const first = await openBooking()
  await reachReview(first)
  expect(screen.queryByText(FROM_LAST_BOOKING)).toBeNull()
  await first.press('Confirm booking')
  await first.answer(BOOK, answers.appointment)
  cleanup()
  history.pushState(null, '', '/services/flu-jab/availability')
  const next = await mountBooking()
  await chooseTime(next)
  await answerOwn(next, { status: 'cancelled' })
  await next.answer(CHECK, answers.guest)
  expect(screen.getByText(FROM_LAST_BOOKING)).toBeTruthy()
  await next.press(/^Change.*Name/i)
  await next.fillIn()
  await next.answer(CHANGED_GUEST, () => ({ ...guestAnswer, first_name: 'Grace' }))
  expect(screen.queryByText(FROM_LAST_BOOKING)).toBeNull()
})

test('somebody else booked for in the same tab gets a record of their own', async () => {
  const first = await openBooking()
  await reachReview(first)
  await first.press('Confirm booking')
  await first.answer(BOOK, answers.appointment)
  cleanup()
  history.pushState(null, '', '/services/flu-jab/availability')
  const next = await mountBooking()
  await chooseTime(next)
  await answerOwn(next, { status: 'cancelled' })
  await next.answer(CHECK, answers.guest)
  const save = async (label: string, text: string) => {
    await next.press(/^Change.*Name/i)
    const field = within(screen.getByRole('dialog')).getByLabelText(label)
    await next.user.clear(field)
    await next.user.type(field, text)
    await next.press('Save details')
  }
  // Another phone number is the same person's, and does not make the record anybody else's.
  await save('Mobile phone number', '07700 900983')
  await next.answer(CHANGED_GUEST, () => ({ ...guestAnswer, mobile: '07700 900983' }))
  await save('First name', 'Stan')
  await next.fail(CHANGED_GUEST, refusal('conflict'))
  const stan = { ...answers.guest(), id: 10, first_name: 'Stan', guest_access_token: 'stans-token' }
  await next.answer(NEW_GUEST, () => stan)
  expect(screen.queryByText(FROM_LAST_BOOKING)).toBeNull()
  expect(knownHere()).toMatchObject({ id: 10, guest_access_token: 'stans-token' })
})

/** The browser's back button. */
async function goBack() {
  const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.back()
  await act(() => popped)
  await settled()
}

const findTimes = () => screen.getByRole('heading', { name: /^Times on/ }).textContent

test('back leads through the days and weeks that were looked at, and then to the page before', async () => {
  const stage = await openBooking()
  await stage.answer(WEEK, answers.week)
  const entries = history.length
  await stage.press(/^Friday 7/)
  await stage.press(/^Friday 7/)
  await stage.press('Next week')
  await stage.answer(WEEK, answers.week)
  expect(findTimes()).toMatch('Times on Thursday 13\u00a0August 2026')
  await stage.press(/^Friday 14/)
  expect(history.length, 'one entry for each choice').toBe(entries + 3)
  expect(location.search).toBe('?week=2026-08-10&day=2026-08-14')

  await goBack()
  expect(findTimes()).toMatch('Times on Thursday 13\u00a0August 2026')
  await goBack()
  expect(findTimes()).toMatch('Times on Friday 7\u00a0August 2026')
  expect(location.search).toBe('?day=2026-08-07')
  await goBack()
  expect(findTimes()).toMatch('Times on Thursday 6\u00a0August 2026')
  expect(location.search).toBe('')
})

more('back leads from one branch to all of them', async () => {
  const stage = await openBooking()
  await stage.answer(WEEK, answers.week)
  const where = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Where' })
  await stage.user.selectOptions(where, 'Mill Lane')
  await stage.answer(WEEK, answers.week)
  expect(location.search).toBe('?site=mill-lane')
  await goBack()
  expect(where.value).toBe('')
  expect(location.search).toBe('')
})

more('back over several entries leads from the form to the week of that entry', async () => {
  const stage = await openBooking()
  await stage.answer(WEEK, answers.week)
  await stage.press('Next week')
  await chooseTime(stage)
  expect(stage.heading().textContent).toBe('Your details')
  const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.go(-2)
  await act(() => popped)
  await settled()
  expect(stage.heading().textContent).toBe('Choose a time')
  expect(findTimes()).toMatch('Times on Thursday 6\u00a0August 2026')
})

/** The week without what others have booked in between. */
const laterWeek = (options: Record<string, unknown>) => {
  const week = answers.week(options)
  return {
    ...week,
    days: week.days.map((day) => ({
      ...day,
      slots: day.slots.filter(({ site }) => site.slug === 'mill-lane'),
    })),
  }
}

test('the times are looked up again every minute, and nothing is shown of it', async () => {
  const stage = await openBooking()
  await stage.answer(WEEK, answers.week)
  expect(stage.button(/^9:30am/)).toBeTruthy()
  await stage.pass(60_000)
  expect(stage.button(/^9:30am/)).toBeTruthy()
  await stage.answer(WEEK, laterWeek)
  expect(stage.button(/^9:30am/)).toBeUndefined()
  expect(stage.button(/^2pm/)).toBeTruthy()
  await stage.pass(60_000)
  await stage.fail(WEEK, noAnswer)
  expect(stage.button(/^2pm/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who comes back to the window sees the times of now', async () => {
  const stage = await openBooking()
  await stage.answer(WEEK, answers.week)
  fireEvent.focus(window)
  expect(stage.api.isWaiting(...WEEK), 'just looked up').toBe(false)
  await stage.pass(20_000)
  fireEvent.focus(window)
  await settled()
  await stage.answer(WEEK, laterWeek)
  expect(stage.button(/^9:30am/)).toBeUndefined()
})

more('the focus stays among the times when the one that had it is taken', async () => {
  const stage = await openBooking()
  await stage.answer(WEEK, answers.week)
  stage.button(/^9:30am/)?.focus()
  await stage.pass(60_000)
  await stage.answer(WEEK, laterWeek)
  expect(document.activeElement?.id).toBe('slot-times')
})

more('each step is a step of the browser history, back and forth', async () => {
  const stage = await openBooking()
  const entries = history.length
  await reachReview(stage)
  expect(history.length).toBe(entries + 2)
  expect(history.state).toEqual({ bookingStep: 'review', depth: 2 })
  await goBackTo('choose')
  expect(stage.heading().textContent).toBe('Choose a time')
  expect(document.activeElement).toBe(stage.heading())
  await goBackTo('review')
  await stage.answer(HOLD, answers.hold)
  await stage.answer(CHECK, answers.guest)
  expect(stage.heading().textContent).toBe('Check your answers')
  expect(history.length).toBe(entries + 2)
})

more('going back once it is booked stays with the appointment, also in the address', async () => {
  const stage = await bookToTheEnd()
  history.replaceState(null, '', '/services/flu-jab/availability')
  await goBackTo('details')
  expect(stage.heading().textContent).toBe('Your appointment is booked')
  expect(location.pathname + location.search + location.hash).toBe(
    '/appointments/41?booked#access=appointment-token',
  )
})

describe('a time that was pressed on the page before', () => {
  const time = { ...slot, site: { id: 1, slug: 'harbour-street', name: 'Harbour Street' } }

  test('is held at once, and shown pressed among the others', async () => {
    const stage = await openBooking({ pressed: time })
    expect(sentTo(stage, HOLD)).toMatchObject([
      { body: { appointment_type_id: 7, start: time.start, site_id: 1 } },
    ])
    expect(screen.getByText('Holding this time for you')).toBeTruthy()
    await stage.answer(WEEK, answers.week)
    expect(stage.button(/^9:30am/)?.getAttribute('aria-disabled')).toBe('true')
    expect(location.search).toBe('')
    await stage.answer(HOLD, answers.hold)
    expect(stage.heading().textContent).toBe('Your details')
    const again = await reload()
    expect(again.heading().textContent).toBe('Your details')
    expect(sentTo(again, HOLD)).toEqual([])
  })

  test('and is gone is said to be so above the times that are left', async () => {
    const stage = await openBooking({ pressed: time })
    await stage.answer(WEEK, answers.week)
    await stage.fail(HOLD, refusal('slot_taken'))
    const notice = screen.getByRole('region', { name: 'This time is no longer free' })
    expect(document.activeElement).toBe(notice)
    expect(notice.textContent).toMatch(/^This time is no longer free9:30am on Thursday 6/)
    expect(findTimes()).toMatch('Times on Thursday 6\u00a0August 2026')
    expect(stage.api.isWaiting(...WEEK), 'the list is read anew').toBe(true)
    await stage.press(/^2pm/)
    expect(sentTo(stage, HOLD)).toMatchObject([{}, { body: { site_id: mill.id } }])
  })
})

test('the address carries week, day and site, and keeps the rest', async () => {
  const stage = await openBooking()
  history.replaceState(history.state, '', '?key=secret')
  await stage.answer(WEEK, answers.week)
  await stage.press('Next week')
  await stage.answer(WEEK, answers.week)
  await stage.press(/Friday/)
  await stage.user.selectOptions(screen.getByLabelText('Where'), 'harbour-street')
  await settled()
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

more('the page that the server rendered comes to life as it is', async () => {
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
