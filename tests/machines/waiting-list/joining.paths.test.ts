import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { joiningMachine } from '#machines/waiting-list/joining.machine.ts'
import { person } from '../booking/booking-samples.ts'
import { describePaths } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import { joiningCatalogue, preference } from './joining.catalogue.ts'

type Snapshot = SnapshotFrom<typeof joiningMachine>

const submitted = { type: 'preference.submitted', preference } as const
const inputs = [
  { viewer: 'a-person', isKnown: false },
  { viewer: null, isKnown: true },
]

const asks = (snapshot: Snapshot) => {
  expect(snapshot.can(submitted)).toBe(true)
  expect(snapshot.context.joined).toBeNull()
}

describePaths(joiningMachine, {
  catalogue: joiningCatalogue,
  inputs,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    identifying: (snapshot) => expect(snapshot.context.isKnown).toBe(false),
    'choosing.ready': asks,
    'choosing.refused': (snapshot) => {
      asks(snapshot)
      expect(snapshot.context.refusedFields).not.toEqual({})
    },
    'choosing.impossible': (snapshot) => {
      asks(snapshot)
      expect(snapshot.context.detail).not.toBe('')
    },
    'choosing.offline': asks,
    'choosing.unanswered': asks,
    sending: (snapshot) => {
      // A second press sends nothing more.
      expect(snapshot.can(submitted)).toBe(false)
      expect(snapshot.context).toMatchObject({ preference, refusedFields: {}, detail: '' })
    },
    joined: (snapshot) => expect(snapshot.context.joined).not.toBeNull(),
    signedOut: (snapshot) => expect(snapshot.context.joined).toBeNull(),
  },
})

test('what is sent is what was chosen, for who was found', async () => {
  const { happen, inputs: given } = runMachine(joiningMachine, {
    actors: ['guestBooking', 'joinList'],
    input: inputs[0],
  })
  await happen(answered('guestBooking', { guest: person }))
  await happen(submitted as never)
  expect(given).toEqual([
    {
      actor: 'guestBooking',
      input: { viewer: 'a-person', guest: null, editing: false, refusedFields: {} },
    },
    { actor: 'joinList', input: { preference, guest: person } },
  ])
})
