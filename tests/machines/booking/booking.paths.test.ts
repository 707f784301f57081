import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { bookingMachine } from '#machines/booking/booking.machine.ts'
import type { BookingContext } from '#machines/booking/booking.types.ts'
import { describePaths } from '../describe-paths.ts'
import { bookingCatalogue } from './booking.catalogue.ts'
import { attempt, guest, person, slot } from './booking-samples.ts'

const asked = Object.values(bookingCatalogue.events)
  .flat()
  .filter(({ type }) => !type.startsWith('viewer.') && type !== 'booked.elsewhere')

/** Whoever signs in or out is heard; nobody else is said to be there. */
function hearsOfViewers(snapshot: SnapshotFrom<typeof bookingMachine>) {
  const { viewer } = snapshot.context
  const other = viewer === null ? person.uuid : null
  expect(snapshot.can({ type: 'viewer.changed', viewer: other })).toBe(true)
  expect(snapshot.can({ type: 'viewer.changed', viewer })).toBe(false)
  expect(snapshot.can({ type: 'viewer.left' })).toBe(viewer !== null)
}

/** What is on its way is not interrupted. */
function hearsOfNobody(snapshot: SnapshotFrom<typeof bookingMachine>) {
  for (const viewer of [person.uuid, null])
    expect(snapshot.can({ type: 'viewer.changed', viewer })).toBe(false)
  expect(snapshot.can({ type: 'viewer.left' })).toBe(false)
}

/** What a person, or the page for them, may do next. */
const offered = (snapshot: SnapshotFrom<typeof bookingMachine>) =>
  asked.filter((event) => snapshot.can(event)).map(({ type }) => type)

function reviews(snapshot: SnapshotFrom<typeof bookingMachine>) {
  hearsOfViewers(snapshot)
  expect(snapshot.context).toMatchObject({ chosen: slot, guest, attempt: null })
  expect(offered(snapshot)).toEqual([
    'time.changed',
    'hold.lapsed',
    'details.edited',
    'booking.confirmed',
    'booking.abandoned',
  ])
}

describePaths(bookingMachine, {
  catalogue: bookingCatalogue,
  // Whoever signs in on the way walks every state as that person, too.
  inputs: [{ week: null, day: null, site: null, viewer: null }],
  distinguish: ({
    viewer,
    weekShown,
    chosen,
    hold,
    holdOver,
    guest,
    editing,
    attempt,
    notice,
  }: BookingContext) => [
    viewer,
    weekShown,
    chosen !== null,
    hold !== null,
    holdOver,
    guest !== null,
    editing,
    attempt !== null,
    notice !== null,
  ],
  states: {
    resuming: ({ context }) => expect(context).toMatchObject({ guest: null, appointmentId: null }),
    askingToContinue: (snapshot) => {
      hearsOfViewers(snapshot)
      expect(snapshot.context.chosen).toEqual(slot)
      const isAnswered = snapshot.context.attempt === null
      expect(offered(snapshot)).toEqual(
        isAnswered ? ['draft.continued', 'draft.discarded'] : ['draft.continued'],
      )
    },
    'choosing.loadingWeek': (snapshot) => {
      expect(snapshot.context.guest).toBeNull()
      expect(snapshot.can({ type: 'slot.chosen', slot })).toBe(snapshot.context.weekShown)
    },
    'choosing.weekFailed': (snapshot) => {
      expect(offered(snapshot)).toEqual(
        expect.arrayContaining(['week.retried', 'week.chosen', 'connection.restored']),
      )
    },
    'choosing.choosingSlot': (snapshot) => {
      hearsOfViewers(snapshot)
      expect(snapshot.context).toMatchObject({ guest: null, attempt: null })
      expect(offered(snapshot)).toEqual(
        expect.arrayContaining(['slot.chosen', 'day.chosen', 'week.chosen', 'site.chosen']),
      )
    },
    'choosing.slotTaken': ({ context }) => {
      expect(context.chosen).toBeNull()
      // Null once it was put away.
      expect([undefined, 'slotTaken', 'alreadyBooked', 'notBookable']).toContain(
        context.notice?.kind,
      )
    },
    holdingSlot: (snapshot) => {
      hearsOfNobody(snapshot)
      expect(snapshot.context.chosen).toEqual(slot)
      expect(offered(snapshot)).toEqual([])
    },
    checkingHold: (snapshot) => {
      hearsOfNobody(snapshot)
      expect(snapshot.context).toMatchObject({ chosen: slot, hold: { token: 'hold-token' } })
      expect(offered(snapshot)).toEqual([])
    },
    'held.comparing': (snapshot) => {
      hearsOfViewers(snapshot)
      expect(offered(snapshot)).toEqual(['time.changed', 'hold.lapsed'])
    },
    'held.warned': (snapshot) => {
      hearsOfViewers(snapshot)
      const goOn = snapshot.context.clash?.canContinue ? ['clash.accepted'] : []
      expect(offered(snapshot)).toEqual([
        'time.changed',
        'hold.lapsed',
        'booking.abandoned',
        ...goOn,
      ])
    },
    'held.identifying': (snapshot) => {
      hearsOfViewers(snapshot)
      expect(snapshot.context).toMatchObject({ chosen: slot, hold: { token: 'hold-token' } })
      const kept = snapshot.context.guest ? ['details.kept'] : []
      expect(offered(snapshot)).toEqual([
        'time.changed',
        'hold.lapsed',
        ...kept,
        'booking.abandoned',
      ])
    },
    'held.reviewing.answering': reviews,
    'held.reviewing.offline': reviews,
    'held.confirming': (snapshot) => {
      hearsOfNobody(snapshot)
      expect(snapshot.context).toMatchObject({ chosen: slot, guest, attempt })
      const again = snapshot.context.holdOver ? [] : ['connection.restored']
      expect(offered(snapshot)).toEqual(['hold.lapsed', ...again])
    },
    'held.refused': (snapshot) => {
      hearsOfViewers(snapshot)
      expect(snapshot.context.refusal).toMatch(/\.$/)
      expect(offered(snapshot)).toEqual(
        expect.arrayContaining(['time.changed', 'details.edited', 'booking.abandoned']),
      )
    },
    holdExpired: (snapshot) => {
      hearsOfViewers(snapshot)
      expect(snapshot.context).toMatchObject({ chosen: slot, guest: null, attempt: null })
      expect(offered(snapshot)).toEqual(['time.changed', 'hold.renewed', 'booking.abandoned'])
    },
    signedOut: (snapshot) => {
      // Only what went unanswered before is not forgotten.
      const { guest, attempt } = snapshot.context
      expect(guest === null).toBe(attempt === null)
      expect(offered(snapshot)).toEqual([])
      for (const viewer of [person.uuid, null])
        expect(snapshot.can({ type: 'viewer.changed', viewer })).toBe(true)
    },
    releasing: (snapshot) => {
      hearsOfNobody(snapshot)
      expect(snapshot.context.guest).toBeNull()
      expect(offered(snapshot)).toEqual(snapshot.context.weekShown ? ['slot.chosen'] : [])
    },
    withdrawn: ({ context }) =>
      expect(context).toMatchObject({ chosen: null, guest: null, attempt: null }),
    booked: ({ context }) =>
      expect(context).toMatchObject({ appointmentId: 77, guest: null, attempt: null, hold: null }),
  },
})
