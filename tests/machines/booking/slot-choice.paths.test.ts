import { expect } from 'vitest'
import type { ContextFrom, SnapshotFrom } from 'xstate'
import { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { slotChoiceCatalogue } from './booking.catalogue.ts'
import { hears, person, slot } from './booking-samples.ts'

type Snapshot = SnapshotFrom<typeof slotChoiceMachine>

const events = Object.values(slotChoiceCatalogue.events).flat()
const isNews = (type: string) => type.startsWith('viewer.') || type === 'booked.elsewhere'

/** What a person, or the page for them, may do next. */
const offered = (snapshot: Snapshot) =>
  events.filter((event) => !isNews(event.type) && snapshot.can(event)).map(({ type }) => type)

/** What is on its way is not interrupted. */
const hearsOfNobody = (snapshot: Snapshot) =>
  expect(events.filter((event) => isNews(event.type) && snapshot.can(event))).toEqual([])

function holds(snapshot: Snapshot) {
  hearsOfNobody(snapshot)
  expect(snapshot.context.chosen).toEqual(slot)
  expect(offered(snapshot)).toEqual([])
}

describePaths(slotChoiceMachine, {
  catalogue: slotChoiceCatalogue,
  // After a change of the viewer every state is walked as that person, too.
  // Nothing is pressed any more once it was held, or a draft was dropped.
  inputs: [{ week: null, day: null, site: null, viewer: null, pressed: slot }],
  distinguish: ({
    viewer,
    pressed,
    chosen,
    hold,
    notice,
    started,
  }: ContextFrom<typeof slotChoiceMachine>) => [
    viewer,
    pressed !== null,
    chosen !== null,
    hold !== null,
    notice !== null,
    started.attempt !== null,
  ],
  states: {
    resuming: ({ context }) =>
      expect(context).toMatchObject({ started: { guest: null }, appointmentId: null }),
    askingToContinue: (snapshot) => {
      hears(snapshot)
      expect(snapshot.context.chosen).toEqual(slot)
      const isAnswered = snapshot.context.started.attempt === null
      expect(offered(snapshot)).toEqual(
        isAnswered ? ['draft.continued', 'draft.discarded'] : ['draft.continued'],
      )
    },
    choosing: (snapshot) => {
      hears(snapshot)
      expect(snapshot.context.started).toMatchObject({ guest: null, attempt: null })
      const { notice, chosen } = snapshot.context
      expect(offered(snapshot)).toEqual([
        ...(notice ? ['notice.dismissed'] : []),
        ...(chosen ? ['hold.renewed'] : []),
        'booking.abandoned',
      ])
    },
    holdingSlot: holds,
    checkingHold: holds,
    renewingHold: holds,
    fetchingCheckout: holds,
    // The draft has what a reload goes on with.
    checkoutMissing: holds,
    checkingOut: (snapshot) => {
      hearsOfNobody(snapshot)
      expect(snapshot.context).toMatchObject({ chosen: slot, hold: { token: 'hold-token' } })
      expect(offered(snapshot)).toEqual([])
    },
    holdExpired: (snapshot) => {
      hears(snapshot)
      expect(snapshot.context).toMatchObject({
        chosen: slot,
        started: { guest: null, attempt: null },
      })
      expect(offered(snapshot)).toEqual(['time.changed', 'hold.renewed', 'booking.abandoned'])
    },
    signedOut: (snapshot) => {
      // Only what went unanswered before is not forgotten.
      const { guest, attempt } = snapshot.context.started
      expect(guest === null).toBe(attempt === null)
      expect(offered(snapshot)).toEqual([])
      for (const viewer of [person.uuid, null])
        expect(snapshot.can({ type: 'viewer.changed', viewer })).toBe(true)
    },
    releasing: (snapshot) => {
      hearsOfNobody(snapshot)
      expect(offered(snapshot)).toEqual(['slot.chosen'])
    },
    withdrawn: ({ context }) =>
      expect(context).toMatchObject({ chosen: null, started: { guest: null, attempt: null } }),
    booked: ({ context }) =>
      expect(context).toMatchObject({ appointmentId: 77, started: { guest: null }, hold: null }),
  },
})
