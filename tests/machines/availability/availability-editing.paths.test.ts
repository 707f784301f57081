import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { availabilityEditingMachine } from '#machines/availability/availability-editing.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { runMachine } from '../walk-machine.ts'
import {
  availabilityCatalogue,
  change,
  orphaned,
  resolutions,
} from './availability-editing.catalogue.ts'

type Snapshot = SnapshotFrom<typeof availabilityEditingMachine>

const asked = Object.values(availabilityCatalogue.events).flat()

/** What a person can do there. */
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    const possible = asked.filter((event) => snapshot.can(event)).map(({ type }) => type)
    expect([...new Set(possible)]).toEqual(types)
  }
/** Neither a PIN nor a patient is kept where nothing is on its way. */
const forgotten = ({ context }: Snapshot) => {
  expect([context.change, context.pin, context.orphaned, context.resolutions]).toEqual([
    null,
    null,
    [],
    [],
  ])
}
const inForm = (snapshot: Snapshot) => {
  offers('change.submitted')(snapshot)
  forgotten(snapshot)
}
const onItsWay = (snapshot: Snapshot) => {
  offers()(snapshot)
  expect(snapshot.context.change).toEqual(change)
}

describePaths(availabilityEditingMachine, {
  catalogue: availabilityCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'editing.answering': inForm,
    'editing.refused': (snapshot) => {
      inForm(snapshot)
      expect(snapshot.context.refusedFields).toEqual({ room: ['Room 2 is taken'] })
    },
    'editing.failed': inForm,
    'editing.notAllowed': inForm,
    'editing.signedOut': inForm,
    askingPin: (snapshot) => {
      offers('pin.entered', 'change.dropped')(snapshot)
      expect(snapshot.context.pin).toBeNull()
    },
    checking: onItsWay,
    deciding: (snapshot) => {
      offers('resolutions.chosen', 'change.dropped')(snapshot)
      expect(snapshot.context.orphaned).toEqual([orphaned])
    },
    saving: onItsWay,
    stale: forgotten,
    saved: ({ context: { change, pin, orphaned } }) =>
      expect([change, pin, orphaned]).toEqual([null, null, []]),
  },
})

const begin = () =>
  runMachine(availabilityEditingMachine, { actors: ['checkChange', 'saveChange'] })
const answered = (actorId: string, output: unknown) => ({
  type: `xstate.done.actor.${actorId}`,
  actorId,
  output,
})

test('somebody acts for another with a PIN and decides about what is orphaned', async () => {
  const run = begin()
  await run.happen({ type: 'change.submitted', change, needsPin: true } as never)
  await run.happen({ type: 'pin.entered', pin: '1357' } as never)
  await run.happen(answered('checkChange', { kind: 'pinRefused', message: 'Wrong' }))
  expect(run.snapshot().value).toBe('askingPin')
  expect(run.snapshot().context.pinProblem).toBe('Wrong')
  await run.happen({ type: 'pin.entered', pin: '2468' } as never)
  await run.happen(answered('checkChange', { kind: 'orphaned', orphaned: [orphaned] }))
  await run.happen({ type: 'resolutions.chosen', resolutions } as never)
  await run.happen(answered('saveChange', { kind: 'outdated' }))
  await run.happen(answered('checkChange', { kind: 'orphaned', orphaned: [orphaned] }))
  expect(run.snapshot().value).toBe('deciding')
  expect(run.snapshot().context.isOutdated).toBe(true)
  await run.happen({ type: 'resolutions.chosen', resolutions } as never)
  await run.happen(answered('saveChange', { kind: 'saved' }))
  expect(run.snapshot().value).toBe('saved')
  expect(run.inputs.at(-1)).toEqual({
    actor: 'saveChange',
    input: { change, pin: '2468', resolutions },
  })
})

test('what nobody is orphaned by is saved without a question', async () => {
  const run = begin()
  await run.happen({ type: 'change.submitted', change, needsPin: false } as never)
  await run.happen(answered('checkChange', { kind: 'clear' }))
  expect(run.snapshot().value).toBe('saving')
  expect(run.inputs.at(-1)?.input).toEqual({ change, pin: null, resolutions: [] })
})
