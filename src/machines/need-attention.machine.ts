import { assign, setup } from 'xstate'
import type { FormerPlace } from '#lib/contract/clinic-appointments.ts'
import { isKind, ofKind } from './actor-result.ts'
import { providedActor } from './provided-actor.ts'
import type { SiteCrossing } from './site-crossing.ts'

/** What is done with an appointment that lacks something. */
export type Deed =
  | {
      kind: 'move'
      /** Where it was. */
      from: FormerPlace
      /** In ISO 8601. */
      start: string
      staffId: number
      roomId: number
      /** Where it is at another site. */
      crossing: SiteCrossing | null
    }
  | { kind: 'leave' }
  | { kind: 'reopen' }

/** A deed about an appointment as it was seen, and whose it is. */
export type Decided = { id: number; version: number; patient: string; deed: Deed }

export type DecideResult =
  | { kind: 'done' }
  | { kind: 'stale' }
  /** Why, in words for people. */
  | { kind: 'refused'; reason: string }

export type NeedAttentionEvent =
  | { type: 'deed.chosen'; decided: Decided }
  | { type: 'site.confirmed' }
  | { type: 'site.declined' }
  | { type: 'deed.retried' }
  | { type: 'problem.read' }

type Context = { decided: Decided | null; reason: string }

const STALE = 'This appointment has changed since you opened this page. Check it again.'

/**
 * The appointments that need attention, of which one after the other is moved, left as it is or taken
 * up again. What is shown lies with the island; here is what may be done next.
 */
export const needAttentionMachine = setup({
  types: { context: {} as Context, events: {} as NeedAttentionEvent },
  actors: { decide: providedActor<DecideResult, Decided>() },
  actions: {
    keep: assign((_, { decided }: { decided: Decided }) => ({ decided, reason: '' })),
    explain: assign({ reason: (_, { reason }: { reason: string }) => reason }),
    forget: assign({ decided: null, reason: '' }),
    readAnew: () => undefined,
  },
  guards: {
    isCrossing: (_, { decided: { deed } }: { decided: Decided }) =>
      deed.kind === 'move' && deed.crossing !== null,
  },
}).createMachine({
  id: 'needAttention',
  context: { decided: null, reason: '' },
  initial: 'resting',
  states: {
    resting: {
      entry: 'forget',
      on: {
        'deed.chosen': [
          {
            guard: { type: 'isCrossing', params: ({ event }) => event },
            target: 'confirmingSite',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          { target: 'acting', actions: { type: 'keep', params: ({ event }) => event } },
        ],
      },
    },
    /** The place is at another site, where the patient would have to go, too. */
    confirmingSite: { on: { 'site.confirmed': 'acting', 'site.declined': 'resting' } },
    acting: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context: { decided } }) => {
          if (!decided) throw new Error('nothing was decided')
          return decided
        },
        onDone: [
          { guard: isKind('done'), target: 'resting', actions: 'readAnew' },
          {
            guard: isKind('stale'),
            target: 'refused',
            actions: { type: 'explain', params: { reason: STALE } },
          },
          {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ofKind(event, 'refused') },
          },
        ],
        onError: 'unanswered',
      },
    },
    /** Nothing was done. What was on offer may be so no longer: it is read again. */
    refused: {
      entry: 'readAnew',
      on: {
        'deed.chosen': [
          {
            guard: { type: 'isCrossing', params: ({ event }) => event },
            target: 'confirmingSite',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          { target: 'acting', actions: { type: 'keep', params: ({ event }) => event } },
        ],
        'problem.read': 'resting',
      },
    },
    /** Nobody knows whether it was done: another try of the same version does it once, or says. */
    unanswered: {
      on: {
        'deed.retried': 'acting',
        'problem.read': { target: 'resting', actions: 'readAnew' },
      },
    },
  },
})
