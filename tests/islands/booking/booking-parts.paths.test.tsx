import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookingSubmissionMachine } from '#machines/booking/booking-submission.machine.ts'
import { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import {
  guestCatalogue,
  holdRenewalCatalogue,
  submissionCatalogue,
} from '../../machines/booking/booking.catalogue.ts'
import {
  attempt,
  draft,
  guest,
  hold,
  person,
  slot,
} from '../../machines/booking/booking-samples.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import { refusedBooking, refusedHold } from './booking-drivers.ts'
import { chooseTime } from './booking-journey.ts'
import { BOOK, CHECK, HOLD, SAVE } from './booking-screens.ts'
import {
  answeredDetails,
  answers,
  guestAnswer,
  openBooking,
  type Stage,
  userDetails,
} from './booking-stage.tsx'

const toKind = (event: Happening) => (event.output as { kind: string } | undefined)?.kind ?? 'error'
const formatName = (event: Happening) =>
  event.actorId ? `${event.actorId} ${toKind(event)}` : event.type

/** A new guest has no token that the API could refuse to know. */
const NEVER_OF_NEW = 'saveGuest guestUnknown'

const walked = new Set()

/** As a guest, and as somebody who is signed in; what only the other can be answered is left out. */
const guestPaths = [
  { viewer: null, never: ['checkGuest incomplete', 'checkGuest signedOut', 'saveGuest signedOut'] },
  { viewer: person.uuid, never: ['checkGuest unknown'] },
].flatMap(({ viewer, never }) =>
  longWalks(
    guestBookingMachine,
    {
      events: happenings(guestCatalogue).filter(
        (event) => ![...never, NEVER_OF_NEW].includes(formatName(event)),
      ),
      input: { viewer, guest: null, editing: false, refusedFields: {} },
    },
    walked,
  ).map((path) => ({ ...path, name: `${viewer ? 'signed in' : 'guest'}: ${path.name}`, viewer })),
)

/** How each event of the guest part comes about, by type or by the kind of an answer. */
const guestDrivers: Record<string, (stage: Stage) => unknown> = {
  'details.submitted': (stage) => stage.press('Continue'),
  'check.retried': (stage) => stage.press('Try again'),
  'connection.restored': () => fireEvent(window, new Event('online')),
  'checkGuest known': ({ api }) => api.answer(CHECK, () => userDetails),
  'checkGuest incomplete': ({ api }) => api.answer(CHECK, () => ({ ...userDetails, dob: null })),
  'checkGuest signedOut': ({ api }) => api.fail(CHECK, refusal('not_signed_in')),
  'checkGuest unknown': ({ api }) => api.fail(CHECK, refusal('not_signed_in')),
  'checkGuest error': ({ api }) => api.fail(CHECK, noAnswer),
  'saveGuest saved': ({ api }) => api.answer(SAVE, () => ({ ...userDetails, ...guestAnswer })),
  'saveGuest refused': ({ api }) =>
    api.fail(SAVE, refusal('invalid', { fields: { mobile: ['Enter a phone number'] } })),
  'saveGuest rateLimited': ({ api }) =>
    api.fail(SAVE, refusal('too_many_requests', { retryAfter: 30 })),
  'saveGuest error': ({ api }) => api.fail(SAVE, noAnswer),
  'saveGuest signedOut': ({ api }) => api.fail(SAVE, refusal('not_found')),
  'xstate.after.waitOver.guestBooking.rateLimited': (stage) => stage.pass(30_000),
}

const emailAddress = () => screen.getByLabelText<HTMLInputElement>('Email address').value

const guestScreens: Record<string, (stage: Stage) => void> = {
  checkingGuest: () => expect(screen.getByText('Looking up your details')).toBeTruthy(),
  editingDetails: (stage) => {
    expect(stage.heading().textContent).toBe('Your details')
    expect(emailAddress()).toBe('ada@example.test')
    expect(stage.button('Continue')).toBeTruthy()
  },
  savingDetails: (stage) => {
    expect(stage.button('Saving your details')?.getAttribute('aria-disabled')).toBe('true')
    expect(stage.api.isWaiting(...SAVE)).toBe(true)
  },
  saveFailed: (stage) => {
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toMatch(/could not save your details/)
    expect(document.activeElement).toBe(alert)
    expect(emailAddress()).toBe('ada@example.test')
    expect(stage.button('Continue')).toBeTruthy()
  },
  rateLimited: () => {
    expect(screen.getByRole('alert').textContent).toMatch(/in 30 seconds/)
    expect(emailAddress()).toBe('ada@example.test')
  },
  checkFailed: (stage) => {
    expect(stage.heading().textContent).toBe('Your details')
    expect(screen.getByRole('alert').textContent).toMatch(/could not look up your details/)
    expect(screen.queryByLabelText('Email address')).toBeNull()
    expect(stage.button('Try again')).toBeTruthy()
  },
  signedOut: (stage) => expect(stage.heading().textContent).toBe('You are signed out'),
  known: (stage) => expect(stage.heading().textContent).toBe('Check your answers'),
}

describeScreens('every way through the guest part', {
  paths: guestPaths,
  open: ({ viewer }) =>
    openBooking({ draft, guest: viewer ? person : guest, details: answeredDetails, viewer }),
  drive: async (stage, event) => {
    await guestDrivers[formatName(event)]?.(stage)
    await settled()
  },
  screens: guestScreens,
})

const submissionDrivers: Record<string, (stage: Stage) => unknown> = {
  'booking.retried': (stage) => stage.press('Try again'),
  'xstate.after.waitOver.bookingSubmission.rateLimited': (stage) => stage.pass(30_000),
}

const submissionScreens: Record<string, (stage: Stage) => void> = {
  sending: (stage) => {
    expect(stage.api.isWaiting(...BOOK)).toBe(true)
    expect(screen.getByText('Booking your appointment', { selector: '[role=status]' })).toBeTruthy()
  },
  connectionLost: (stage) => {
    const notice = screen.getByRole('region', { name: 'The connection was lost' })
    expect(notice.textContent).toMatch(/safe to try again: you will not be booked twice/)
    expect(notice.textContent).toMatch(/connection is back .+ we will try again automatically/)
    expect(stage.button('Try again')?.getAttribute('aria-disabled')).toBeNull()
  },
  rateLimited: (stage) => {
    expect(screen.getByRole('alert').textContent).toMatch(/automatically in 30 seconds/)
    const button = stage.button(/^(Trying again|Booking your appointment)$/)
    expect(button?.getAttribute('aria-disabled')).toBe('true')
  },
  answered: (stage) => expect(stage.api.isWaiting(...BOOK)).toBe(false),
}

function answerBooking({ api }: Stage, event: Happening) {
  const kind = toKind(event)
  if (kind === 'booked') return api.answer(BOOK, answers.appointment)
  if (kind === 'error') return api.fail(BOOK, noAnswer)
  if (kind === 'rateLimited')
    return api.fail(BOOK, refusal('too_many_requests', { retryAfter: 30 }))
  return api.fail(BOOK, refusedBooking[kind as keyof typeof refusedBooking])
}

describeScreens('every way through the submission', {
  paths: longWalks(bookingSubmissionMachine, {
    events: happenings(submissionCatalogue),
    input: { chosen: slot, hold, guest, attempt },
    distinguish: ({ wasLost }: { wasLost: boolean }) => wasLost,
  }),
  open: () => openBooking({ draft: { ...draft, attempt }, guest }),
  drive: async (stage, event) => {
    if (event.actorId) answerBooking(stage, event)
    else await submissionDrivers[event.type]?.(stage)
    await settled()
  },
  screens: submissionScreens,
})

const keepingDrivers: Record<string, (stage: Stage) => unknown> = {
  'extension.requested': async (stage) => {
    if (!stage.button('Get more time')) await stage.pass(500_000)
    await stage.press('Get more time')
  },
  'hold.lapsed': (stage) => stage.pass(600_000),
  'holdSlot held': ({ api }) => api.answer(HOLD, answers.hold),
  'holdSlot error': ({ api }) => api.fail(HOLD, noAnswer),
  'xstate.after.holdEnds.holdRenewal.counting': (stage) => stage.pass(600_000),
}
for (const [kind, refused] of Object.entries(refusedHold)) {
  keepingDrivers[`holdSlot ${kind}`] = ({ api }) => api.fail(HOLD, refused)
}

const keepingScreens: Record<string, (stage: Stage) => void> = {
  'counting.kept': () => {
    expect(screen.getByRole('timer').textContent).toMatch(/for you for 10 minutes\.$/)
    expect(screen.queryByRole('alert')).toBeNull()
  },
  'counting.extending': (stage) => {
    expect(stage.button('Getting more time')?.getAttribute('aria-disabled')).toBe('true')
    expect(stage.api.isWaiting(...HOLD)).toBe(true)
  },
  'counting.notExtended': (stage) => {
    expect(screen.getByRole('alert').textContent).toMatch(/could not give you more time/)
    expect(stage.button('Get more time')).toBeTruthy()
  },
  closed: (stage) => expect(stage.heading().textContent).toBe('We are no longer holding your time'),
}

describeScreens('every way of keeping a time', {
  paths: longWalks(holdRenewalMachine, {
    events: happenings(holdRenewalCatalogue),
    input: { chosen: slot, hold, viewer: null },
  }),
  open: async () => {
    const stage = await openBooking()
    await chooseTime(stage)
    return stage
  },
  drive: async (stage, event) => {
    await keepingDrivers[formatName(event)]?.(stage)
    await settled()
  },
  screens: keepingScreens,
})

test('a guest whose token has run out is made anew from the same details', async () => {
  const stage = await openBooking({ draft, guest, details: answeredDetails })
  await stage.answer(CHECK, () => userDetails)
  await stage.press(/^Change name/)
  await stage.fillIn()
  await stage.fail(SAVE, refusal('not_found'))
  await stage.answer(SAVE, () => guestAnswer)
  expect(stage.heading().textContent).toBe('Check your answers')
})

test('a hold that runs out while known details are changed asks for no second guest', async () => {
  const stage = await openBooking({ draft, guest, details: answeredDetails })
  await stage.answer(CHECK, () => userDetails)
  await stage.press(/^Change name/)
  await stage.pass(600_000)
  await stage.press('Try to get this time back')
  await stage.answer(HOLD, answers.hold)
  await stage.answer(CHECK, () => userDetails)
  expect(stage.heading().textContent).toBe('Your details')
  await stage.press('Continue')
  expect(stage.api.sent.at(-1)?.key).toBe('PUT public/users/{id}/')
})
