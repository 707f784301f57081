import { assign, setup } from 'xstate'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { Hold, HoldSlotInput, HoldSlotResult } from './booking.types.ts'

export type HoldRenewalEvent =
  | { type: 'extension.requested' }
  /** By the browser's clock it is over, or another tab has given it back. */
  | { type: 'hold.lapsed' }

/**
 * Counts how long a time is held, and holds it again when the person needs longer: the holder's
 * token renews the hold in place.
 */
export const holdRenewalMachine = setup({
  types: {
    context: {} as HoldSlotInput,
    events: {} as HoldRenewalEvent,
    input: {} as HoldSlotInput,
  },
  actors: { holdSlot: providedActor<HoldSlotResult, HoldSlotInput>() },
  actions: {
    keepHold: assign({ hold: (_, params: { hold: Hold }) => params.hold }),
  },
  delays: {
    // It runs from the server's answer.
    holdEnds: ({ context }) => context.hold?.lasts ?? 0,
  },
}).createMachine({
  id: 'holdKeeping',
  context: ({ input }) => input,
  initial: 'counting',
  states: {
    counting: {
      after: { holdEnds: 'over' },
      on: { 'hold.lapsed': 'over' },
      initial: 'kept',
      states: {
        kept: { on: { 'extension.requested': 'extending' } },
        extending: {
          invoke: {
            id: 'holdSlot',
            src: 'holdSlot',
            input: ({ context }) => context,
            onDone: [
              whenKind('held', {
                target: '#holdKeeping.counting',
                reenter: true,
                actions: 'keepHold',
              }),
              { target: 'notExtended' },
            ],
            onError: 'notExtended',
          },
        },
        notExtended: { on: { 'extension.requested': 'extending' } },
      },
    },
    over: { type: 'final' },
  },
})
