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

type Screen = (stage: Stage) => void

const hasFocus = (element: Element | null) => expect(document.activeElement).toBe(element)
const noticeCalled = (heading: string) =>
  screen.getByRole('heading', { level: 2, name: heading }).closest('section')
const isStill = (name: string | RegExp) =>
  screen.getAllByRole('button', { name })[0]?.getAttribute('aria-disabled') === 'true'

const chooses = (stage: Stage) => expect(stage.heading().textContent).toBe('Choose a time')

function reviews(stage: Stage) {
  expect(stage.heading().textContent).toBe('Check your answers')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
  expect(isStill('Confirm booking')).toBe(false)
  expect(screen.getByRole('timer').textContent).toMatch(/We are holding/)
}

/** What each state of the choice of a time shows, whichever path led there. */
export const slotChoiceScreens: Record<string, Screen> = {
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
  choosing(stage) {
    chooses(stage)
    const notice = screen.queryByRole('region', {
      name: /is no longer free|could not hold|already booked this time/,
    })
    if (!notice) return
    hasFocus(notice)
    // The list that offered the time is stale.
    const isGone = !/could not hold/.test(notice.textContent)
    if (isGone) expect(stage.api.isWaiting(...WEEK)).toBe(true)
  },
  holdingSlot(stage) {
    expect(stage.api.isWaiting(...HOLD)).toBe(true)
    expect(screen.getByText('Holding this time for you')).toBeTruthy()
  },
  checkingHold(stage) {
    expect(stage.api.isWaiting(...HOLD)).toBe(true)
    expect(isStill('Checking your time')).toBe(true)
  },
  renewingHold(stage) {
    expect(stage.api.isWaiting(...HOLD)).toBe(true)
    expect(isStill('Checking this time')).toBe(true)
  },
  checkingOut(stage) {
    expect(stage.api.isWaiting(...OWN, ...BOOK)).toBe(true)
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

/** What each state of the checkout shows. Once it has ended, the choice of a time goes on. */
export const checkoutScreens: Record<string, Screen> = {
  'open.comparing'(stage) {
    expect(stage.api.isWaiting(...OWN)).toBe(true)
    expect(screen.getByText('Looking up your details')).toBeTruthy()
  },
  'open.warned'(stage) {
    const notice = screen.getByRole('region', {
      name: /^(You|Ada \w+) (have already booked|already have|has already booked|has an)/,
    })
    hasFocus(notice)
    expect(stage.heading().textContent).toBe('There is another appointment')
    expect(
      screen.getByRole('link', { name: /^See (your|the) appointment$/ }).getAttribute('href'),
    ).toBe('/appointments/76')
  },
  'open.identifying'(stage) {
    const dialog = screen.queryByRole('dialog')
    if (dialog) {
      expect(dialog.contains(document.activeElement)).toBe(true)
      expect(within(dialog).getByLabelText(/^Email address/)).toBeTruthy()
      return
    }
    expect(stage.heading().textContent).toBe('Your details')
    expect(screen.getByLabelText(/^Email address/)).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/We are holding 9:30am on Thursday/)
  },
  'open.reviewing.answering': reviews,
  'open.reviewing.offline'(stage) {
    reviews(stage)
    expect(screen.getByRole('alert').textContent).toMatch(/You are offline, so .* not booked yet/)
  },
  confirming(stage) {
    expect(stage.api.isWaiting(...BOOK)).toBe(true)
    expect(isStill('Booking your appointment')).toBe(true)
    expect(stage.button('Choose another time')).toBeUndefined()
  },
  'open.refused'() {
    hasFocus(noticeCalled('We could not book this appointment'))
  },
  answered: (stage) => expect(stage.api.isWaiting(...BOOK)).toBe(false),
  bookedElsewhere: () => hasFocus(noticeCalled('You have already booked this time')),
  viewerChanged: (stage) => expect(stage.api.isWaiting(...OWN)).toBe(true),
  signedOut: slotChoiceScreens['signedOut'] as Screen,
  timeChanged: chooses,
  abandoned: slotChoiceScreens['releasing'] as Screen,
  holdExpired: slotChoiceScreens['holdExpired'] as Screen,
}

/** What the list of times shows. */
export const weekChoiceScreens: Record<string, Screen> = {
  loadingWeek(stage) {
    chooses(stage)
    // A week that was just seen is there at once.
    expect(stage.api.isWaiting(...WEEK) || stage.button(/^9:30am/)).toBeTruthy()
  },
  weekFailed(stage) {
    chooses(stage)
    expect(stage.button(/try again/i)).toBeTruthy()
  },
  choosingSlot(stage) {
    chooses(stage)
    expect(document.title).toBe('Carelane – Choose a time – Flu jab, 30 minutes')
    expect(isStill(/^9:30am/)).toBe(false)
  },
  slotChosen: slotChoiceScreens['holdingSlot'] as Screen,
  withdrawn: slotChoiceScreens['withdrawn'] as Screen,
}
