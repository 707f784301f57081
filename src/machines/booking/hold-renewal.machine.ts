import { assign, setup } from 'xstate'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { Hold, HoldSlotInput, HoldSlotResult } from './booking.types.ts'

type HoldRenewalEvent =
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
    storeHold: assign({ hold: (_, params: { hold: Hold }) => params.hold }),
  },
  delays: {
    holdEnds: ({ context }) => context.hold?.lasts ?? 0,
  },
}).createMachine({
  id: 'holdRenewal',
  context: ({ input }) => input,
  initial: 'counting',
  states: {
    counting: {
      after: { holdEnds: 'closed' },
      on: { 'hold.lapsed': 'closed' },
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
                target: '#holdRenewal.counting',
                reenter: true,
                actions: 'storeHold',
              }),
              { target: 'notExtended' },
            ],
            onError: 'notExtended',
          },
        },
        notExtended: { on: { 'extension.requested': 'extending' } },
      },
    },
    closed: { type: 'final' },
  },
})
