import { assign, setup } from 'xstate'
import type {
  DuplicateGroup,
  Merge,
  MergePreview,
  MergeWrite,
  SeparatedPair,
} from '#lib/contract/merging.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type MergeAction =
  | { kind: 'merge'; write: MergeWrite }
  | { kind: 'separate'; ids: number[] }
  | { kind: 'undo'; merge: Merge }
  /** They may be the same after all. */
  | { kind: 'rejoin'; pair: SeparatedPair }

type PreviewResult =
  | { kind: 'previewed'; preview: MergePreview }
  | { kind: 'refused'; reason: string }
type MergeActionResult = { kind: 'done' } | { kind: 'refused'; reason: string }

type MergingEvent =
  | { type: 'group.opened'; group: DuplicateGroup; write: MergeWrite }
  | { type: 'choice.changed'; write: MergeWrite }
  | { type: 'group.closed' }
  | { type: 'action.chosen'; action: MergeAction }
  | { type: 'action.retried' }
  | { type: 'problem.read' }

type Context = {
  group: DuplicateGroup | null
  write: MergeWrite | null
  preview: MergePreview | null
  action: MergeAction | null
  reason: string
}

const NOTHING: Context = { group: null, write: null, preview: null, action: null, reason: '' }

/** Records that may be of one person: compared, merged or told apart; and merges that are taken back. */
export const mergingMachine = setup({
  types: { context: {} as Context, events: {} as MergingEvent },
  actors: {
    preview: providedActor<PreviewResult, MergeWrite>(),
    decide: providedActor<MergeActionResult, MergeAction>(),
  },
  actions: {
    storeAction: assign((_, { action }: { action: MergeAction }) => ({ action, reason: '' })),
    storePreview: assign((_, { preview }: { preview: MergePreview }) => ({ preview })),
    explain: assign((_, { reason }: { reason: string }) => ({ reason })),
    forget: assign(NOTHING),
    announceDone: () => undefined,
    readAgain: () => undefined,
  },
  guards: {
    /** Nobody merges what they were not shown or what cannot be, or what is to be checked first. */
    hasChecked: ({ context: { preview }, event }) =>
      preview !== null &&
      preview.problems.length === 0 &&
      event.type === 'action.chosen' &&
      event.action.kind === 'merge' &&
      (preview.sign_ins.length === 0 || event.action.write.sign_ins_checked) &&
      (preview.unverified_contacts.length === 0 || event.action.write.contacts_checked),
    takesBack: ({ event }) =>
      event.type === 'action.chosen' && ['undo', 'rejoin'].includes(event.action.kind),
    isSeparation: ({ event }) => event.type === 'action.chosen' && event.action.kind === 'separate',
  },
}).createMachine({
  id: 'merging',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        'group.opened': {
          target: 'comparing',
          actions: assign(({ event: { group, write } }) => ({
            ...NOTHING,
            group,
            write,
          })),
        },
        'action.chosen': {
          guard: 'takesBack',
          target: 'acting',
          actions: withEvent('storeAction'),
        },
      },
    },
    comparing: {
      initial: 'previewing',
      on: {
        'choice.changed': {
          target: '.previewing',
          actions: assign(({ event: { write } }) => ({ write, preview: null })),
        },
        'group.closed': 'idle',
        'action.chosen': [
          { guard: 'isSeparation', target: 'acting', actions: withEvent('storeAction') },
          { guard: 'hasChecked', target: 'acting', actions: withEvent('storeAction') },
        ],
      },
      states: {
        previewing: {
          invoke: {
            id: 'preview',
            src: 'preview',
            input: ({ context: { write } }) => {
              if (!write) throw new Error('nothing was chosen')
              return write
            },
            onDone: [
              whenKind('previewed', { target: 'previewed', actions: 'storePreview' }),
              whenKind('refused', { target: 'unpreviewed', actions: 'explain' }),
            ],
            onError: {
              target: 'unpreviewed',
              actions: { type: 'explain', params: { reason: 'The service did not answer.' } },
            },
          },
        },
        previewed: {},
        unpreviewed: {},
      },
    },
    acting: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context: { action } }) => {
          if (!action) throw new Error('nothing was decided')
          return action
        },
        onDone: [
          { guard: isKind('done'), target: 'idle', actions: ['announceDone', 'readAgain'] },
          whenKind('refused', { target: 'refused', actions: 'explain' }),
        ],
        onError: 'unanswered',
      },
    },
    refused: {
      entry: 'readAgain',
      on: { 'problem.read': 'idle' },
    },
    /** Nobody knows whether it was done: another try does it once, or says that it is done. */
    unanswered: {
      on: {
        'action.retried': 'acting',
        'problem.read': { target: 'idle', actions: 'readAgain' },
      },
    },
  },
})
