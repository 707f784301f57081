import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { type Booked, bookedChannel } from '#islands/booking/confirm/booked-channel.ts'
import { announce, type TabMessage } from '#islands/identity/tab-channel.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import type {
  BookAppointmentResult,
  BookingClash,
  HoldSlotResult,
  Step,
} from '#machines/booking/booking.types.ts'
import type { Happening } from '../../machines/event-catalogue.ts'
import { notOffered } from '../describe-screens.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { settled } from '../settled.ts'
import { BOOK, CHECK, HOLD, OWN, RELEASE, SAVE, WEEK } from './booking-screens.ts'
import { answers, guestAnswer, type Stage, userDetails } from './booking-stage.tsx'

type Driver = (stage: Stage, event?: Happening) => Promise<unknown>

/** The browser's back button, to the entry of a step. */
export async function goBackTo(bookingStep: Step) {
  history.replaceState({ bookingStep }, '')
  fireEvent(window, new PopStateEvent('popstate', { state: { bookingStep } }))
  await settled()
}

/** Another tab, or the window that signs in, says so. */
export async function hear(message: TabMessage) {
  announce(message)
  await settled()
}

const press =
  (...names: (string | RegExp)[]): Driver =>
  async (stage) => {
    const name = names.find((wanted) => stage.button(wanted))
    if (!name || stage.button(name)?.getAttribute('aria-disabled') === 'true') return notOffered
    await stage.press(name)
    return undefined
  }

/** Asked first whether it is meant. */
const pressTwice =
  (name: string | RegExp): Driver =>
  async (stage) =>
    (await press(name)(stage)) === notOffered ? notOffered : press('Start again')(stage)

const toViewer = (event?: Happening) => (event as { viewer?: string | null } | undefined)?.viewer

async function bookElsewhere(_: Stage, event?: Happening) {
  const { appointmentId, holdToken = 'hold-token' } = event as unknown as Booked
  bookedChannel.announce({ appointmentId, accessToken: null, holdToken })
  await settled()
}

/** What a person, or the passing of time, does to bring an event about. */
export const personDoes: Record<string, Driver> = {
  'week.chosen': press('Next week'),
  'week.retried': press(/try again/i),
  'day.chosen': press(/Friday/),
  'site.chosen': async ({ user }) => {
    const where = screen.queryByLabelText('Where')
    if (!where) return notOffered
    await user.selectOptions(where, 'harbour-street')
    await settled()
    return undefined
  },
  'slot.chosen': press(/^9:30am/),
  'time.changed': async (stage) =>
    stage.button('Choose another time') ? press('Choose another time')(stage) : goBackTo('choose'),
  'notice.dismissed': async (stage) => {
    if ((await press('Choose another time')(stage)) === notOffered) return notOffered
    const times = document.getElementById('slot-times') ?? document.getElementById('slot-week')
    return expect(document.activeElement).toBe(times)
  },
  'hold.renewed': press('Use this time again', 'Try to get this time back', 'Try again'),
  'details.edited': press(/^Change.*Email address/i, 'Change your details'),
  'details.kept': async (stage) => {
    const dialog = screen.queryByRole('dialog')
    if (!dialog) return notOffered
    await stage.user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await settled()
    return undefined
  },
  'booking.confirmed': press('Confirm booking'),
  'booking.abandoned': pressTwice(/start again$/i),
  'clash.accepted': press('Book this as well'),
  'booked.elsewhere': bookElsewhere,
  'draft.continued': press('Continue', 'Finish booking'),
  'draft.discarded': pressTwice('Start again'),
  'viewer.changed': (stage, event) => {
    const viewer = toViewer(event)
    return viewer
      ? hear({ type: 'signed-in', person: viewer })
      : press('Continue as a guest')(stage)
  },
  'viewer.left': () => hear({ type: 'signed-out' }),
  'connection.restored': async () => {
    fireEvent(window, new Event('online'))
    await settled()
  },
}

const wait = { retryAfter: 30 }
export const refusedHold: Record<Exclude<HoldSlotResult['kind'], 'held'>, unknown> = {
  slotTaken: refusal('slot_taken'),
  alreadyBooked: refusal('slot_taken'),
  notBookable: refusal('invalid', { fields: { start: ['This time has passed.'] } }),
  rateLimited: refusal('too_many_requests', wait),
  signedOut: refusal('not_signed_in'),
  withdrawn: refusal('not_found'),
}
export const refusedBooking: Record<Exclude<BookAppointmentResult['kind'], 'booked'>, unknown> = {
  slotTaken: refusal('slot_taken'),
  alreadyBooked: refusal('slot_taken'),
  notBookable: refusal('invalid', { fields: { start: ['This time has passed.'] } }),
  refused: refusal('conflict', { detail: 'You already have an appointment then.' }),
  detailsRefused: refusal('invalid', { fields: { gp_surgery_id: ['Choose another surgery'] } }),
  notesRefused: refusal('invalid', { fields: { notes: ['Use fewer characters'] } }),
  guestUnknown: refusal('not_signed_in'),
  unsent,
  // Of who is signed in.
  signedOut: refusal('not_signed_in'),
  withdrawn: refusal('not_found'),
}

/** What the server answers, or a person does, to bring about the result of an actor. */
export const serverAnswers: Record<string, (stage: Stage, event: Happening) => Promise<unknown>> = {
  restoreDraft: async (_, event) => ('error' in event ? notOffered : undefined),
  fetchCheckout: async (_, event) => ('error' in event ? notOffered : undefined),
  loadWeek: (stage, event) =>
    reply(stage, WEEK, answers.week, event, { withdrawn: refusal('not_found') }),
  weekChoice: async (stage, event) => {
    if ('error' in event) return notOffered
    if (toKind(event) === 'withdrawn') return stage.fail(WEEK, refusal('not_found'))
    if (stage.api.isWaiting(...WEEK)) await stage.answer(WEEK, answers.week)
    return stage.press(/^9:30am/)
  },
  holdSlot: (stage, event) => reply(stage, HOLD, answers.hold, event, refusedHold),
  releaseHold: (stage, event) => reply(stage, RELEASE, () => undefined, event, {}),
  findClash: (stage, event) => {
    if ('error' in event) return answerOwn(stage, null)
    const { clash } = event.output as { clash?: BookingClash }
    if (!clash) return answerOwn(stage, { status: 'cancelled' })
    return answerOwn(stage, clash.reason === 'sameTime' ? chosenIn(stage) : {})
  },
  holdRenewal: async (stage, event) => ('error' in event ? notOffered : stage.pass(600_000)),
  guestBooking: async (stage, event) => {
    if ('error' in event) return notOffered
    if ((event.output as { guest: unknown }).guest === null) {
      await stage.press(/^(Continue|Save details)$/)
      return stage.fail(SAVE, refusal('not_signed_in'))
    }
    const form = within(screen.queryByRole('dialog') ?? document.body)
    await stage.user.click(form.getByRole('button', { name: /^(Continue|Save details)$/ }))
    await settled()
    return stage.answer(SAVE, () => ({ ...userDetails, ...guestAnswer }))
  },
  bookingSubmission: async (stage, event) => {
    if ('error' in event) return notOffered
    return reply(stage, BOOK, answers.appointment, event, refusedBooking)
  },
  checkout: async (stage, event) => {
    if ('error' in event) return notOffered
    const kind = toKind(event)
    const end = checkoutEnds[kind]
    if (!end && !stage.api.isWaiting(...BOOK)) await confirmAll(stage)
    if (!end) return reply(stage, BOOK, answers.appointment, event, refusedBooking)
    await reachForm(stage)
    return end(stage, event.output as Happening)
  },
}

const toKind = (event: Happening) => (event.output as { kind?: string } | undefined)?.kind ?? ''

/** From the comparison with what was booked before. */
async function reachForm(stage: Stage) {
  await answerOwn(stage, { status: 'cancelled' })
  await meetTheForm(stage)
}

async function confirmAll(stage: Stage) {
  await reachForm(stage)
  await stage.press('Continue')
  await stage.answer(SAVE, () => ({ ...userDetails, ...guestAnswer }))
  await stage.press('Confirm booking')
}

/** How a checkout ends before anything is confirmed. */
const checkoutEnds: Record<string, Driver> = {
  bookedElsewhere: bookElsewhere,
  timeChanged: press('Choose another time'),
  abandoned: pressTwice(/start again$/i),
  holdExpired: (stage) => stage.pass(600_000),
  viewerChanged: (_, result) => hear({ type: 'signed-in', person: String(toViewer(result)) }),
}

/** Where and when the time is that was asked for last. */
function chosenIn({ api }: Stage) {
  const asks = [...HOLD, ...BOOK]
  const { body } = api.sent.filter(({ key }) => asks.includes(key)).at(-1)?.options ?? {}
  const { start, site_id } = body as { start: string; site_id: number }
  return { start, end: new Date(Date.parse(start) + 1_800_000).toISOString(), site_id }
}

/** Answers whatever asks for what the person has booked before: null is no answer. */
export async function answerOwn({ api }: Stage, changes: Partial<Appointment> | null) {
  const own = { ...answers.ownLater(), ...changes }
  for (const key of OWN) {
    while (api.isWaiting(key)) {
      if (changes === null) api.fail([key], noAnswer)
      else api.answer([key], () => (key.includes('{id}') ? own : { count: 1, results: [own] }))
    }
  }
  await settled()
}

async function reply(
  stage: Stage,
  keys: string[],
  answer: (options: Record<string, unknown>) => unknown,
  event: Happening,
  refusals: Record<string, unknown>,
) {
  const { api } = stage
  const kind = toKind(event)
  if ('error' in event) api.fail(keys, noAnswer)
  else if (kind in refusals) {
    await api.failed(keys, refusals[kind])
    if (api.isWaiting(...OWN))
      await answerOwn(stage, kind === 'alreadyBooked' ? chosenIn(stage) : {})
  } else api.answer(keys, answer)
  await settled()
}

/** A guest who is known to the session fills the form in here all the same. */
export async function meetTheForm(stage: Stage) {
  if (stage.api.isWaiting('GET private/user-auth/user_details/'))
    await stage.answer(CHECK, () => ({ ...userDetails, mobile: '' }))
  else if (stage.api.isWaiting(...CHECK)) await stage.fail(CHECK, refusal('not_signed_in'))
}
