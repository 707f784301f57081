import '../ui/island-setup.ts'

import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { bookingSubmissionMachine } from '#machines/booking-submission.machine.ts'
import { guestBookingMachine } from '#machines/guest-booking.machine.ts'
import { guestCatalogue, submissionCatalogue } from '../../machines/booking.catalogue.ts'
import { attempt, draft, guest, hold, slot } from '../../machines/booking-samples.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { everyEdge, stateName } from '../../machines/walk-machine.ts'
import { refusedBooking } from './booking-drivers.ts'
import { BOOK, CHECK, SAVE } from './booking-screens.ts'
import {
  answeredDetails,
  answers,
  guestAnswer,
  openBooking,
  type Stage,
  settle,
} from './booking-stage.tsx'
import { noAnswer, refusal } from './fake-api.ts'

const kindOf = (event: Happening) => (event.output as { kind: string } | undefined)?.kind ?? 'error'

const guestPaths = everyEdge(guestBookingMachine, {
  events: happenings(guestCatalogue),
  input: { guest: null, editing: false, refusedFields: {} },
})

/** How each event of the guest part comes about, by type or by the kind of an answer. */
const guestDrivers: Record<string, (stage: Stage) => unknown> = {
  'details.submitted': (stage) => stage.press('Continue'),
  'checkGuest known': ({ api }) => api.answer(CHECK, answers.guest),
  'checkGuest unknown': ({ api }) => api.fail(CHECK, refusal('not_signed_in')),
  'checkGuest error': ({ api }) => api.fail(CHECK, noAnswer),
  'saveGuest saved': ({ api }) => api.answer(SAVE, () => guestAnswer),
  'saveGuest refused': ({ api }) =>
    api.fail(SAVE, refusal('invalid', { fields: { mobile: ['Enter a phone number'] } })),
  'saveGuest rateLimited': ({ api }) =>
    api.fail(SAVE, refusal('too_many_requests', { retryAfter: 30 })),
  'saveGuest error': ({ api }) => api.fail(SAVE, noAnswer),
  // A new guest has no token that could be unknown: any such answer is unexpected.
  'saveGuest guestUnknown': ({ api }) => api.fail(SAVE, refusal('not_found')),
  'xstate.after.waitOver.guestBooking.rateLimited': (stage) => stage.pass(30_000),
}

const firstName = () => screen.getByLabelText<HTMLInputElement>('First name').value

const guestScreens: Record<string, (stage: Stage) => void> = {
  editingDetails: (stage) => {
    expect(stage.heading().textContent).toBe('Your details')
    expect(firstName()).toBe('Ada')
    expect(stage.button('Continue')).toBeTruthy()
  },
  savingDetails: (stage) => {
    expect(stage.button('Saving your details')?.getAttribute('aria-disabled')).toBe('true')
    expect(stage.api.isWaiting(...SAVE)).toBe(true)
  },
  saveFailed: (stage) => {
    expect(screen.getByRole('alert').textContent).toMatch(/could not save your details/)
    expect(firstName()).toBe('Ada')
    expect(stage.button('Continue')).toBeTruthy()
  },
  rateLimited: () => {
    expect(screen.getByRole('alert').textContent).toMatch(/in 30 seconds/)
    expect(firstName()).toBe('Ada')
  },
  known: (stage) => expect(stage.heading().textContent).toBe('Check your answers'),
}

describe('every way through the guest part', () => {
  const shown = new Set<string>()
  test.each(guestPaths.map((path) => [path.name, path] as const))(
    '%s',
    async (_name, { steps }) => {
      const stage = await openBooking({ draft, guest, details: answeredDetails })
      expect(screen.getByText('Looking up your details')).toBeTruthy()
      for (const { event, value } of steps) {
        const name = event.actorId ? `${event.actorId} ${kindOf(event)}` : event.type
        await guestDrivers[name]?.(stage)
        await settle()
        guestScreens[stateName(value)]?.(stage)
        shown.add(stateName(value))
      }
    },
  )
  test('shows every screen', () => {
    expect([...shown].sort()).toEqual(Object.keys(guestScreens).sort())
  })
})

const submissionPaths = everyEdge(bookingSubmissionMachine, {
  events: happenings(submissionCatalogue),
  input: { chosen: slot, hold, guest, attempt },
})

const submissionDrivers: Record<string, (stage: Stage) => unknown> = {
  'booking.retried': (stage) => stage.press('Try again'),
  'connection.restored': () => fireEvent(window, new Event('online')),
  'xstate.after.waitOver.bookingSubmission.rateLimited': (stage) => stage.pass(30_000),
}

const submissionScreens: Record<string, (stage: Stage) => void> = {
  sending: (stage) => {
    expect(stage.api.isWaiting(...BOOK)).toBe(true)
    expect(screen.getByText('Booking your appointment', { selector: '[role=status]' })).toBeTruthy()
  },
  connectionLost: (stage) => {
    expect(screen.getByRole('heading', { name: 'The connection was lost' })).toBeTruthy()
    expect(stage.button('Try again')?.getAttribute('aria-disabled')).toBeNull()
  },
  rateLimited: () => expect(screen.getByRole('alert').textContent).toMatch(/in 30 seconds/),
  answered: (stage) => expect(stage.api.isWaiting(...BOOK)).toBe(false),
}

function answerBooking({ api }: Stage, event: Happening) {
  const kind = kindOf(event)
  if (kind === 'booked') return api.answer(BOOK, answers.appointment)
  if (kind === 'error') return api.fail(BOOK, noAnswer)
  if (kind === 'rateLimited')
    return api.fail(BOOK, refusal('too_many_requests', { retryAfter: 30 }))
  return api.fail(BOOK, refusedBooking[kind as keyof typeof refusedBooking])
}

describe('every way through the submission', () => {
  const shown = new Set<string>()
  test.each(submissionPaths.map((path) => [path.name, path] as const))(
    '%s',
    async (_name, { steps }) => {
      const stage = await openBooking({ draft: { ...draft, attempt }, guest })
      submissionScreens.sending?.(stage)
      for (const { event, value } of steps) {
        if (event.actorId) answerBooking(stage, event)
        else await submissionDrivers[event.type]?.(stage)
        await settle()
        submissionScreens[stateName(value)]?.(stage)
        shown.add(stateName(value))
      }
    },
  )
  test('shows every screen', () => {
    expect([...shown].sort()).toEqual(Object.keys(submissionScreens).sort())
  })
})
