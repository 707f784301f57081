import { expect } from 'vitest'
import type { ContextFrom, SnapshotFrom } from 'xstate'
import { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { checkoutCatalogue } from './booking.catalogue.ts'
import { attempt, guest, hears, hold, person, slot } from './booking-samples.ts'

type Snapshot = SnapshotFrom<typeof checkoutMachine>

const asked = Object.values(checkoutCatalogue.events)
  .flat()
  .filter(({ type }) => !type.startsWith('viewer.') && type !== 'booked.elsewhere')

/** What a person, or the page for them, may do next. */
const offered = (snapshot: Snapshot) =>
  asked.filter((event) => snapshot.can(event)).map(({ type }) => type)

const leaves = ['time.changed', 'booking.abandoned']

function offers(snapshot: Snapshot, ...types: string[]) {
  hears(snapshot)
  expect(offered(snapshot)).toEqual(types)
}

function reviews(snapshot: Snapshot) {
  expect(snapshot.context).toMatchObject({ chosen: slot, guest, attempt: null })
  offers(snapshot, 'details.edited', 'booking.confirmed', ...leaves)
}

const started = {
  chosen: slot,
  hold,
  viewer: null,
  attempt: null,
  guest: null,
  refusedFields: {},
}

describePaths(checkoutMachine, {
  catalogue: checkoutCatalogue,
  inputs: [
    { ...started, editing: false, acceptedId: null },
    { ...started, viewer: person.uuid, editing: true, acceptedId: 76 },
    { ...started, attempt, guest, editing: false, acceptedId: null },
  ],
  distinguish: ({ viewer, holdOver, guest, editing }: ContextFrom<typeof checkoutMachine>) => [
    viewer,
    holdOver,
    guest !== null,
    editing,
  ],
  states: {
    'open.comparing': (snapshot) => offers(snapshot, ...leaves),
    'open.warned': (snapshot) => {
      const goOn = snapshot.context.clash?.canContinue ? ['clash.accepted'] : []
      offers(snapshot, ...goOn, ...leaves)
    },
    'open.identifying': (snapshot) => {
      const kept = snapshot.context.guest ? ['details.kept'] : []
      offers(snapshot, ...kept, ...leaves)
    },
    'open.reviewing.answering': reviews,
    'open.reviewing.offline': reviews,
    'open.refused': (snapshot) => {
      expect(snapshot.context.refusal).toMatch(/\.$/)
      offers(snapshot, 'details.edited', ...leaves)
    },
    confirming: (snapshot) => {
      // What is on its way is not interrupted.
      for (const event of Object.values(checkoutCatalogue.events).flat())
        expect(snapshot.can(event)).toBe(
          event.type === 'connection.restored' && !snapshot.context.holdOver,
        )
      expect(snapshot.context).toMatchObject({ chosen: slot, guest, attempt })
    },
    answered: ({ output }) =>
      expect([
        'booked',
        'slotTaken',
        'alreadyBooked',
        'notBookable',
        'signedOut',
        'withdrawn',
      ]).toContain(output?.kind),
    bookedElsewhere: ({ output }) =>
      expect(output).toMatchObject({ kind: 'bookedElsewhere', appointmentId: 76 }),
    viewerChanged: ({ output, context }) => {
      const viewer = context.viewer === null ? person.uuid : null
      expect(output).toMatchObject({ kind: 'viewerChanged', viewer })
    },
    signedOut: ({ output }) => expect(output).toEqual({ kind: 'signedOut' }),
    timeChanged: ({ output }) => expect(output).toEqual({ kind: 'timeChanged' }),
    abandoned: ({ output }) => expect(output).toEqual({ kind: 'abandoned' }),
    holdExpired: ({ output, context }) => {
      // What the next checkout goes on with: a refusal that came too late is not forgotten.
      const { editing, acceptedId, refusedFields } = context
      expect(output).toEqual({ kind: 'holdExpired', editing, acceptedId, refusedFields })
      expect(context).toMatchObject({ holdOver: true, attempt: null })
    },
  },
})
