import { describe, expect, test } from 'vitest'
import { startBooking } from './booking-journey.ts'
import { attempt, clash, details, draft, guest, hold, person, slot } from './booking-samples.ts'

type Booking = ReturnType<typeof startBooking>

const choose = async (booking: Booking) => {
  await booking.settled()
  booking.week().send({ type: 'slot.chosen', slot })
  await booking.settled()
}
const fillIn = async (booking: Booking) => {
  booking.guest().send({ type: 'details.submitted', details })
  await booking.settled()
}
const confirm = async (booking: Booking, idempotencyKey = 'key-1') => {
  booking.checkout().send({ type: 'booking.confirmed', idempotencyKey, notes: 'Needs a ramp' })
  await booking.settled()
}
const reachReview = async (booking: Booking) => {
  await choose(booking)
  await fillIn(booking)
}

test('nothing personal is left in the machine once it is booked', async () => {
  const booking = startBooking()
  await reachReview(booking)
  await confirm(booking)
  const left = JSON.stringify(booking.actor.getPersistedSnapshot())
  for (const secret of ['Ada', 'ada@example.test', 'guest-token', 'hold-token', 'Needs a ramp'])
    expect(left).not.toContain(secret)
})

test('a slot taken at confirm leads back to the list; the next choice needs no new form', async () => {
  const booking = startBooking({
    checkGuest: [{ kind: 'unknown' }, { kind: 'known', guest }],
    bookAppointment: [{ kind: 'slotTaken' }, { kind: 'booked', appointmentId: 78 }],
  })
  await reachReview(booking)
  await confirm(booking, 'key-1')
  expect(booking.state()).toBe('choosing')
  expect(booking.context()).toMatchObject({ notice: { kind: 'slotTaken' }, chosen: null })
  await choose(booking)
  expect(booking.state()).toEqual({ open: { reviewing: 'answering' } })
  expect(booking.callsOf('holdSlot')[1]).toMatchObject({ hold: { token: 'hold-token' } })
  await confirm(booking, 'key-2')
  expect(booking.state()).toBe('booked')
  expect(booking.callsOf('bookAppointment').map((input) => input.attempt)).toEqual([
    { ...attempt, idempotencyKey: 'key-1' },
    { ...attempt, idempotencyKey: 'key-2' },
  ])
})

describe('a time that was pressed on the page before', () => {
  const pressed = { ...slot, start: '2026-08-06T09:00:00Z' }
  const continued = (more: Partial<typeof draft>, known: typeof guest | null = null) => ({
    restoreDraft: [{ kind: 'continued', draft: { ...draft, ...more }, guest: known }],
  })

  test('is held before any week is read, and not again by who signs in', async () => {
    const booking = startBooking({}, null, pressed)
    await booking.settled()
    expect(booking.state()).toEqual({ open: 'identifying' })
    expect(booking.callsOf('holdSlot')).toEqual([{ chosen: pressed, hold: null, viewer: null }])
    expect(booking.callsOf('loadWeek')).toEqual([])
    booking.checkout().send({ type: 'viewer.changed', viewer: person.uuid })
    await booking.settled()
    expect(booking.callsOf('holdSlot')).toHaveLength(1)
  })

  test('and is gone leads to the times of its day, which are read anew', async () => {
    const booking = startBooking({ holdSlot: [{ kind: 'slotTaken' }] }, null, pressed)
    await booking.settled()
    expect(booking.state()).toBe('choosing')
    expect(booking.context()).toMatchObject({
      notice: { kind: 'slotTaken', start: pressed.start },
      chosen: null,
    })
    expect(booking.callsOf('loadWeek')).toMatchObject([{ fresh: true }])
  })

  test('takes the place of the time that this tab holds', async () => {
    const booking = startBooking(continued({}), null, pressed)
    await booking.settled()
    expect(booking.callsOf('holdSlot')).toEqual([{ chosen: pressed, hold, viewer: null }])
  })

  test('waits for the answer to what was confirmed', async () => {
    const booking = startBooking(continued({ attempt }, guest), null, pressed)
    await booking.settled()
    expect(booking.callsOf('holdSlot')).toEqual([])
    expect(booking.state()).toBe('booked')
  })
})

test('the hold runs from its answer, not from each step', async () => {
  const booking = startBooking()
  await choose(booking)
  booking.clock.increment(hold.lasts / 2)
  await fillIn(booking)
  booking.checkout().send({ type: 'details.edited' })
  await fillIn(booking)
  expect(booking.state()).toEqual({ open: { reviewing: 'answering' } })
  booking.clock.increment(hold.lasts / 2)
  expect(booking.state()).toBe('holdExpired')
})

test('a hold that is extended runs anew, and the new one is booked', async () => {
  const longer = { ...hold, id: 42 }
  const booking = startBooking({
    holdSlot: [
      { kind: 'held', hold },
      { kind: 'held', hold: longer },
    ],
  })
  await choose(booking)
  booking.clock.increment(hold.lasts - 1)
  booking.keeping().send({ type: 'extension.requested' })
  await booking.settled()
  expect(booking.callsOf('holdSlot')[1]).toEqual({ chosen: slot, hold, viewer: null })
  booking.clock.increment(hold.lasts - 1)
  await fillIn(booking)
  expect(booking.state()).toEqual({ open: { reviewing: 'answering' } })
  await confirm(booking)
  expect(booking.callsOf('bookAppointment')).toMatchObject([{ hold: longer }])
})

test('a hold that could not be extended goes on with what is left', async () => {
  const booking = startBooking({ holdSlot: [{ kind: 'held', hold }, new Error('no answer')] })
  await choose(booking)
  booking.clock.increment(hold.lasts - 1)
  booking.keeping().send({ type: 'extension.requested' })
  await booking.settled()
  expect(booking.keeping().getSnapshot().value).toEqual({ counting: 'notExtended' })
  expect(booking.state()).toEqual({ open: 'identifying' })
  booking.clock.increment(1)
  expect(booking.state()).toBe('holdExpired')
})

test('a hold that runs out while the booking is on its way does not disturb it', async () => {
  const booking = startBooking({
    bookAppointment: [new Error('no answer'), { kind: 'booked', appointmentId: 77 }],
  })
  await reachReview(booking)
  await confirm(booking)
  booking.clock.increment(hold.lasts)
  expect(booking.state()).toBe('confirming')
  booking.submission().send({ type: 'booking.retried' })
  await booking.settled()
  expect(booking.state()).toBe('booked')
})

test('a refusal that comes once the hold has ended is shown with the form of the next hold', async () => {
  const fields = { gp_surgery_id: ['Choose another surgery'] }
  const booking = startBooking({ bookAppointment: [{ kind: 'detailsRefused', fields }] })
  await reachReview(booking)
  booking.checkout().send({ type: 'booking.confirmed', idempotencyKey: 'key-1', notes: '' })
  booking.clock.increment(hold.lasts)
  await booking.settled()
  expect(booking.state()).toBe('holdExpired')
  booking.actor.send({ type: 'hold.renewed' })
  await booking.settled()
  expect(booking.state()).toEqual({ open: 'identifying' })
  expect(booking.guest().getSnapshot().context.refusedFields).toEqual(fields)
})

test('back online hours later nothing is sent without a press', async () => {
  const booking = startBooking({ bookAppointment: [new Error('no answer')] })
  await reachReview(booking)
  await confirm(booking)
  booking.clock.increment(hold.lasts)
  booking.checkout().send({ type: 'connection.restored' })
  await booking.settled()
  expect(booking.callsOf('bookAppointment')).toHaveLength(1)
  expect(booking.submission().getSnapshot().value).toBe('connectionLost')
})

test('a booking that may be made is not called unsent when the next try is', async () => {
  const booking = startBooking({ bookAppointment: [new Error('no answer'), { kind: 'unsent' }] })
  await reachReview(booking)
  await confirm(booking)
  booking.submission().send({ type: 'booking.retried' })
  await booking.settled()
  expect(booking.submission().getSnapshot().value).toBe('connectionLost')
})

test('a reload after the hold has ended asks before it sends the same request again', async () => {
  const late = { ...draft, attempt, hold: { ...hold, lasts: 0 } }
  const booking = startBooking({ restoreDraft: [{ kind: 'continued', draft: late, guest }] })
  await booking.settled()
  expect(booking.state()).toBe('askingToContinue')
  expect(booking.callsOf('bookAppointment')).toEqual([])
  booking.actor.send({ type: 'draft.continued' })
  await booking.settled()
  expect(booking.state()).toBe('booked')
})

test('who returns after the hold has ended is asked for the time again', async () => {
  const late = { ...draft, hold: { ...hold, lasts: 0 } }
  const booking = startBooking({
    restoreDraft: [
      { kind: 'returned', draft: late, guest: null },
      { kind: 'continued', draft: late, guest: null },
    ],
  })
  await booking.settled()
  booking.actor.send({ type: 'draft.continued' })
  await booking.settled()
  expect(booking.callsOf('restoreDraft')).toEqual([
    { continued: false, viewer: null },
    { continued: true, viewer: null },
  ])
  expect(booking.state()).toBe('holdExpired')
  expect(booking.context().chosen).toEqual(slot)
})

test('who continues what another tab has booked is told of their own booking', async () => {
  const booking = startBooking({
    restoreDraft: [{ kind: 'returned', draft, guest: null }],
    holdSlot: [{ kind: 'alreadyBooked', appointmentId: 76 }],
  })
  await booking.settled()
  booking.actor.send({ type: 'draft.continued' })
  await booking.settled()
  expect(booking.state()).toBe('choosing')
  expect(booking.context()).toMatchObject({
    chosen: null,
    notice: { kind: 'alreadyBooked', start: slot.start, appointmentId: 76 },
  })
})

test('without a network nobody goes on with a time that nobody knows to be held', async () => {
  const booking = startBooking({
    restoreDraft: [{ kind: 'returned', draft, guest: null }],
    holdSlot: [new Error('no answer'), { kind: 'held', hold }],
  })
  await booking.settled()
  booking.actor.send({ type: 'draft.continued' })
  await booking.settled()
  expect(booking.state()).toBe('askingToContinue')
  expect(booking.context().notice).toEqual({ kind: 'holdFailed' })
  booking.actor.send({ type: 'draft.continued' })
  await booking.settled()
  expect(booking.state()).toEqual({ open: 'identifying' })
})

test('a time that another tab books while the times are shown leaves no stale list', async () => {
  const booking = startBooking()
  await choose(booking)
  booking.checkout().send({ type: 'time.changed' })
  await booking.settled()
  booking.actor.send({ type: 'booked.elsewhere', appointmentId: 76, holdToken: hold.token })
  await booking.settled()
  expect(booking.callsOf('loadWeek').map(({ fresh }) => fresh)).toEqual([false, false, true])
  expect(booking.context()).toMatchObject({ hold: null, notice: { kind: 'alreadyBooked' } })
})

test('who has booked the same already is warned before the form, once', async () => {
  const booking = startBooking({ findClash: [{ kind: 'clash', clash }] })
  await choose(booking)
  expect(booking.state()).toEqual({ open: 'warned' })
  expect(booking.callsOf('saveGuest')).toEqual([])
  booking.checkout().send({ type: 'clash.accepted' })
  expect(booking.state()).toEqual({ open: 'identifying' })
  booking.checkout().send({ type: 'time.changed' })
  await choose(booking)
  expect(booking.state()).toEqual({ open: 'identifying' })
})

test('going back to choose another time keeps the hold until another replaces it', async () => {
  const booking = startBooking()
  await choose(booking)
  booking.checkout().send({ type: 'time.changed' })
  await booking.settled()
  expect(booking.state()).toBe('choosing')
  expect(booking.callsOf('releaseHold')).toEqual([])
  booking.week().send({ type: 'slot.chosen', slot: { ...slot, start: '2026-08-06T09:00:00Z' } })
  await booking.settled()
  expect(booking.callsOf('holdSlot')[1]).toMatchObject({ hold: { id: 41, token: 'hold-token' } })
})

test('details the server refuses come back to the form, which saves them to the same guest', async () => {
  const fields = { gp_surgery_id: ['Choose another surgery'] }
  const booking = startBooking({
    bookAppointment: [
      { kind: 'detailsRefused', fields },
      { kind: 'booked', appointmentId: 77 },
    ],
  })
  await reachReview(booking)
  await confirm(booking)
  expect(booking.state()).toEqual({ open: 'identifying' })
  expect(booking.guest().getSnapshot().context).toMatchObject({
    refusedFields: fields,
    guest: { id: 9 },
  })
  await fillIn(booking)
  await confirm(booking)
  expect(booking.state()).toBe('booked')
})

test('who leaves the change of known details for another time is not asked for them again', async () => {
  const booking = startBooking({ checkGuest: [{ kind: 'known', guest }] })
  await choose(booking)
  booking.checkout().send({ type: 'details.edited' })
  booking.checkout().send({ type: 'time.changed' })
  await choose(booking)
  expect(booking.state()).toEqual({ open: { reviewing: 'answering' } })
  expect(booking.checkout().getSnapshot().context.guest).toEqual(guest)
})

test('a confirmation refused for a session that has ended is not sent again by itself', async () => {
  const booking = startBooking(
    {
      checkGuest: [{ kind: 'known', guest: person }],
      bookAppointment: [{ kind: 'signedOut' }],
      restoreDraft: [{ kind: 'nothing' }, { kind: 'continued', draft, guest: null }],
    },
    person.uuid,
  )
  await choose(booking)
  await confirm(booking)
  expect(booking.state()).toBe('signedOut')
  expect(booking.context().started).toMatchObject({ guest: null, attempt: null })
  booking.actor.send({ type: 'viewer.changed', viewer: person.uuid })
  await booking.settled()
  expect(booking.state()).toEqual({ open: { reviewing: 'answering' } })
  expect(booking.callsOf('bookAppointment')).toHaveLength(1)
})
