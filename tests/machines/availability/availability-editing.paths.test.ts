import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { availabilityEditingMachine } from '#machines/availability/availability-editing.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import { availabilityCatalogue, change } from './availability-editing.catalogue.ts'

type Snapshot = SnapshotFrom<typeof availabilityEditingMachine>

const offers = offering(availabilityCatalogue.events)
const none = { orphaned: [], resolutions: [] }
/** Neither a PIN nor a patient is kept where nothing is on its way. */
const forgotten = ({ context: { change, pin, resolved } }: Snapshot) =>
  expect({ change, pin, resolved }).toEqual({ change: null, pin: null, resolved: none })
const inForm = (snapshot: Snapshot) => {
  offers('change.submitted')(snapshot)
  forgotten(snapshot)
}
describePaths(availabilityEditingMachine, {
  catalogue: availabilityCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'editing.answering': inForm,
    'editing.refused': (snapshot) => {
      inForm(snapshot)
      expect(snapshot.context.rejection?.kind).toBe('refused')
    },
    'editing.failed': inForm,
    'editing.notAllowed': inForm,
    'editing.signedOut': inForm,
    askingPin: (snapshot) => {
      offers('pin.entered', 'pin.dropped')(snapshot)
      expect(snapshot.context.pin).toBeNull()
    },
    changing: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.change).toEqual(change)
    },
    stale: forgotten,
    saved: ({ context: { change, pin } }) => expect([change, pin]).toEqual([null, null]),
  },
})

test('somebody acts for another with a PIN', async () => {
  const run = runMachine(availabilityEditingMachine, { actors: ['changeSaving'] })
  await run.happen({ type: 'change.submitted', change, needsPin: true } as never)
  await run.happen({ type: 'pin.entered', pin: '1357' } as never)
  const rejection = { kind: 'pinRefused', message: 'Wrong' }
  await run.happen(answered('changeSaving', { kind: 'rejected', rejection }))
  expect(run.snapshot()).toMatchObject({ value: 'askingPin', context: { rejection } })
  await run.happen({ type: 'pin.entered', pin: '2468' } as never)
  expect(run.inputs.at(-1)?.input).toEqual({
    change: { change, pin: '2468' },
    needsConfirmation: false,
  })
})
