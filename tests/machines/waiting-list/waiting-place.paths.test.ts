import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { waitingPlaceMachine } from '#machines/waiting-list/waiting-place.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { runMachine } from '../walk-machine.ts'
import { waitingPlaceCatalogue } from './waiting-place.catalogue.ts'

type Snapshot = SnapshotFrom<typeof waitingPlaceMachine>

const answers = waitingPlaceCatalogue.events['place.answered']

const waits = (snapshot: Snapshot) => {
  expect(answers.every((event) => snapshot.can(event))).toBe(true)
  expect(snapshot.context.action).toBeNull()
}

describePaths(waitingPlaceMachine, {
  catalogue: waitingPlaceCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'waiting.ready': waits,
    'waiting.declined': waits,
    'waiting.refused': (snapshot) => {
      waits(snapshot)
      expect(snapshot.context.detail).not.toBe('')
    },
    'waiting.offline': waits,
    'waiting.unanswered': waits,
    sending: (snapshot) => {
      // A second press sends nothing more.
      expect(answers.some((event) => snapshot.can(event))).toBe(false)
      expect(snapshot.context.action).not.toBeNull()
    },
    booked: (snapshot) => expect(snapshot.status).toBe('done'),
    left: (snapshot) => expect(snapshot.status).toBe('done'),
  },
})

test.each(answers)('what is sent is what was answered: $action', async (event) => {
  const { happen, inputs } = runMachine(waitingPlaceMachine, { actors: ['sendAnswer'] })
  await happen(event as never)
  expect(inputs).toEqual([{ actor: 'sendAnswer', input: { action: event.action } }])
})
