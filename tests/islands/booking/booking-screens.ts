import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { keptDraft, type Stage } from './booking-stage.tsx'

export const WEEK = ['GET public/weekly-availability/']
export const HOLD = ['POST public/slot-holds/', 'POST private/slot-holds/']
export const RELEASE = ['DELETE public/slot-holds/{id}/', 'DELETE private/slot-holds/{id}/']
export const CHECK = ['GET public/check-guest-user/', 'GET private/user-auth/user_details/']
/** What the person has booked before. */
export const OWN = ['GET public/appointments/{id}/', 'GET private/appointments/']
export const SAVE = ['POST public/users/', 'PUT public/users/{id}/', 'PATCH private/users/{id}/']
export const BOOK = ['POST public/appointments/', 'POST private/appointments/']

const hasFocus = (element: Element | null) => expect(document.activeElement).toBe(element)
const noticeCalled = (heading: string) =>
  screen.getByRole('heading', { level: 2, name: heading }).closest('section')
const isStill = (name: string | RegExp) =>
  screen.getAllByRole('button', { name })[0]?.getAttribute('aria-disabled') === 'true'

function reviews(stage: Stage) {
  expect(stage.heading().textContent).toBe('Check your answers')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
  expect(isStill('Confirm booking')).toBe(false)
  expect(screen.getByRole('timer').textContent).toMatch(/We are holding/)
}

/** What each state of the booking shows, whichever path led there. */
export const screens: Record<string, (stage: Stage) => void> = {
  askingToContinue(stage) {
    const isUnanswered = stage.button('Finish booking') !== undefined
    const notice = noticeCalled(
      isUnanswered ? 'You may already have booked' : 'You have not finished booking',
    )
    hasFocus(screen.queryByRole('alert') ?? notice)
    expect(
      screen.getByText(/Flu jab at 9:30am on Thursday 6 August 2026, High Street/),
    ).toBeTruthy()
    expect(stage.button('Continue') === undefined).toBe(isUnanswered)
    expect(stage.button('Start again') === undefined).toBe(isUnanswered)
  },
  'choosing.loadingWeek'(stage) {
    expect(stage.heading().textContent).toBe('Choose a time')
    // A week that was just seen is there at once.
    expect(stage.api.isWaiting(...WEEK) || stage.button(/^9:30am/)).toBeTruthy()
  },
  'choosing.weekFailed'(stage) {
    expect(stage.heading().textContent).toBe('Choose a time')
    expect(stage.button(/try again/i)).toBeTruthy()
  },
  'choosing.choosingSlot'(stage) {
    expect(stage.heading().textContent).toBe('Choose a time')
    expect(document.title).toBe('Carelane – Choose a time – Flu jab, 30 minutes')
    expect(isStill(/^9:30am/)).toBe(false)
  },
  'choosing.slotTaken'(stage) {
    expect(stage.heading().textContent).toBe('Choose a time')
    expect(stage.api.isWaiting(...WEEK)).toBe(true)
    const notice = screen.queryByRole('region', {
      name: /has just been taken|could not hold|already booked this time/,
    })
    // Whoever has put the notice away is at the times, or at the week while there are none.
    hasFocus(
      notice ?? document.getElementById('slot-times') ?? document.getElementById('slot-week'),
    )
  },
  holdingSlot(stage) {
    expect(stage.api.isWaiting(...HOLD)).toBe(true)
    expect(screen.getByText('Holding this time for you')).toBeTruthy()
  },
  checkingHold(stage) {
    expect(stage.api.isWaiting(...HOLD)).toBe(true)
    expect(isStill('Checking your time')).toBe(true)
  },
  'held.comparing'(stage) {
    expect(stage.api.isWaiting(...OWN)).toBe(true)
    expect(screen.getByText('Looking up your details')).toBeTruthy()
  },
  'held.warned'(stage) {
    const notice = screen.getByRole('region', {
      name: /^(You|Ada \w+) (have already booked|already have|has already booked|has an)/,
    })
    hasFocus(notice)
    expect(stage.heading().textContent).toBe('There is another appointment')
    expect(
      screen.getByRole('link', { name: /^See (your|the) appointment$/ }).getAttribute('href'),
    ).toBe('/appointments/76')
  },
  'held.identifying'(stage) {
    const dialog = screen.queryByRole('dialog')
    if (dialog) {
      expect(dialog.contains(document.activeElement)).toBe(true)
      expect(within(dialog).getByLabelText(/^First name/)).toBeTruthy()
      return
    }
    expect(stage.heading().textContent).toBe('Your details')
    expect(screen.getByLabelText(/^First name/)).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/We are holding 9:30am on Thursday/)
  },
  'held.reviewing.answering': reviews,
  'held.reviewing.offline'(stage) {
    reviews(stage)
    expect(screen.getByRole('alert').textContent).toMatch(/You are offline, so .* not booked yet/)
  },
  'held.confirming'(stage) {
    expect(stage.api.isWaiting(...BOOK)).toBe(true)
    expect(isStill('Booking your appointment')).toBe(true)
    expect(stage.button('Choose another time')).toBeUndefined()
  },
  'held.refused'() {
    hasFocus(noticeCalled('We could not book this appointment'))
  },
  holdExpired(stage) {
    expect(stage.heading().textContent).toBe('We are no longer holding your time')
    hasFocus(noticeCalled('It may still be available'))
  },
  signedOut(stage) {
    expect(stage.heading().textContent).toBe('You are signed out')
    hasFocus(noticeCalled('Nothing is booked yet'))
    const signIn = screen.getByRole('link', { name: 'Sign in' })
    expect(signIn.getAttribute('data-session')).toBe('sign-in')
    expect(stage.button('Continue as a guest')).toBeTruthy()
  },
  releasing(stage) {
    expect(stage.api.isWaiting(...RELEASE)).toBe(true)
    expect(keptDraft()).toBeNull()
  },
  withdrawn(stage) {
    expect(stage.heading().textContent).toBe('This service cannot be booked at the moment')
    hasFocus(stage.heading())
    expect(keptDraft()).toBeNull()
  },
  booked(stage) {
    expect(stage.heading().textContent).toBe('Your appointment is booked')
    hasFocus(stage.heading())
    const link = screen.getByRole('link', { name: 'See, move or cancel this appointment' })
    expect(link.getAttribute('href')).toMatch(/appointments\/41#access=appointment-token$/)
    expect(keptDraft()).toBeNull()
  },
}
