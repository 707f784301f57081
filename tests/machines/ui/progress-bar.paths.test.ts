import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom } from 'xstate'
import { progressBarMachine } from '#machines/ui/progress-bar.machine.ts'
import { describePaths } from '../describe-paths.ts'
import type { Catalogue } from '../event-catalogue.ts'

const message = (progress: number) => ({ type: 'progress' as const, progress, name: 'people.csv' })

const catalogue = {
  events: {
    'progress.received': [
      { type: 'progress.received', message: message(41.6) },
      { type: 'progress.received', message: message(100) },
    ],
    'bar.hidden': [{ type: 'bar.hidden' }],
  },
  results: {},
  delays: { 'progressBar.shown.moving': { name: 'labelDelay', milliseconds: 100 } },
} satisfies Catalogue<typeof progressBarMachine>

type Snapshot = SnapshotFrom<typeof progressBarMachine>

describePaths(progressBarMachine, {
  catalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    hidden: ({ context }) => expect(context).toEqual({ value: 0, label: '0%', name: '' }),
    'shown.moving': ({ context }) => expect(context.name).toBe('people.csv'),
    'shown.said': ({ context }) =>
      expect(context.label).toBe(`${Math.round(context.value * 100)}%`),
  },
})

test('the bar moves at once, its label a tenth of a second later, and 100% immediately', () => {
  const clock = new SimulatedClock()
  const actor = createActor(progressBarMachine, { clock }).start()
  const shown = () => actor.getSnapshot().context
  actor.send({ type: 'progress.received', message: message(41.6) })
  expect(shown()).toEqual({ value: 0.42, label: '0%', name: 'people.csv' })
  clock.increment(99)
  actor.send({ type: 'progress.received', message: message(50) })
  expect(shown()).toMatchObject({ value: 0.5, label: '0%' })
  clock.increment(1)
  expect(shown().label).toBe('50%')
  actor.send({ type: 'progress.received', message: message(100) })
  expect(shown()).toMatchObject({ value: 1, label: '100%' })
  actor.send({ type: 'bar.hidden' })
  expect(shown()).toEqual({ value: 0, label: '0%', name: '' })
})
