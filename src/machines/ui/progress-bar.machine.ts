import { assign, setup } from 'xstate'
import type { ProgressMessage } from '#lib/contract/progress.ts'
import { withEvent } from '../with-event.ts'

export type ProgressBarEvent =
  | { type: 'progress.received'; message: ProgressMessage }
  | { type: 'bar.hidden' }

type Context = { value: number; label: string; name: string }
const NOTHING: Context = { value: 0, label: '0%', name: '' }

/**
 * The bar moves at once; its label follows after a moment, so that it is not read out for every
 * step, but says 100% immediately.
 */
export const progressBarMachine = setup({
  types: { context: {} as Context, events: {} as ProgressBarEvent },
  delays: { labelDelay: 100 },
  actions: {
    move: assign((_, { message }: { message: ProgressMessage }) => ({
      value: Math.round(message.progress) / 100,
      name: message.name,
    })),
    announce: assign(({ context: { value } }) => ({ label: `${Math.round(value * 100)}%` })),
    forget: assign(NOTHING),
  },
  guards: {
    isComplete: ({ event }) =>
      event.type === 'progress.received' && Math.round(event.message.progress) === 100,
  },
}).createMachine({
  id: 'progressBar',
  context: NOTHING,
  initial: 'hidden',
  on: {
    'progress.received': [
      { guard: 'isComplete', target: '.shown.said', actions: [withEvent('move'), 'announce'] },
      { target: '.shown.moving', actions: withEvent('move') },
    ],
  },
  states: {
    hidden: { entry: 'forget' },
    shown: {
      initial: 'moving',
      on: { 'bar.hidden': 'hidden' },
      states: {
        // The time that runs goes on with the next message: a label that waits for rest says nothing.
        moving: {
          after: { labelDelay: { target: 'said', actions: 'announce' } },
          on: {
            'progress.received': [
              { guard: 'isComplete', target: 'said', actions: [withEvent('move'), 'announce'] },
              { actions: withEvent('move') },
            ],
          },
        },
        said: {},
      },
    },
  },
})
