import { assign, setup } from 'xstate'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

/** Where a category is to be: last under its parent, or before another one there; null is the top. */
export type CategoryPlace = { parent: number | null; before: number | null }

export type CategoryMove = { category: AppointmentCategory; to: CategoryPlace }

export type MoveCategoryResult = { kind: 'moved' } | { kind: 'refused'; reason: string }

export type CategoryMovingEvent =
  | { type: 'parentChoice.opened'; category: AppointmentCategory }
  | { type: 'move.requested'; move: CategoryMove }
  | { type: 'choosing.left' }
  | { type: 'refusal.read' }

type Context = {
  choosingFor: AppointmentCategory | null
  move: CategoryMove | null
  /** Why it was not moved, or is not known to be; empty where it was, or has not been tried. */
  reason: string
}

const NO_ANSWER =
  'We did not get an answer, so we do not know if it was moved. Check the list before you try again.'

export const categoryMovingMachine = setup({
  types: { context: {} as Context, events: {} as CategoryMovingEvent },
  actors: { moveCategory: providedActor<MoveCategoryResult, CategoryMove>() },
  actions: {
    ask: assign((_, { category }: { category: AppointmentCategory }) => ({
      choosingFor: category,
      move: null,
      reason: '',
    })),
    keepMove: assign((_, { move }: { move: CategoryMove }) => ({ move, reason: '' })),
    keepReason: assign((_, { reason }: { reason: string }) => ({ move: null, reason })),
    forget: assign({ choosingFor: null, move: null, reason: '' }),
  },
  guards: { isChoosing: ({ context }) => context.choosingFor !== null },
}).createMachine({
  id: 'categoryMoving',
  context: { choosingFor: null, move: null, reason: '' },
  initial: 'resting',
  states: {
    resting: {
      entry: 'forget',
      on: {
        'parentChoice.opened': { target: 'choosing', actions: withEvent('ask') },
        'move.requested': { target: 'moving', actions: withEvent('keepMove') },
      },
    },
    choosing: {
      on: {
        'move.requested': { target: 'moving', actions: withEvent('keepMove') },
        'choosing.left': 'resting',
      },
    },
    moving: {
      invoke: {
        id: 'moveCategory',
        src: 'moveCategory',
        input: ({ context: { move } }) => {
          if (!move) throw new Error('nothing is being moved')
          return move
        },
        onDone: [
          { guard: isKind('moved'), target: 'resting' },
          whenKind('refused', { target: 'sorting', actions: 'keepReason' }),
        ],
        onError: {
          target: 'sorting',
          actions: { type: 'keepReason', params: { reason: NO_ANSWER } },
        },
      },
    },
    /** Where a refusal is told: in the dialog that it was chosen in, or above the list. */
    sorting: { always: [{ guard: 'isChoosing', target: 'choosing' }, { target: 'refused' }] },
    refused: {
      on: {
        'refusal.read': 'resting',
        'parentChoice.opened': { target: 'choosing', actions: withEvent('ask') },
        'move.requested': { target: 'moving', actions: withEvent('keepMove') },
      },
    },
  },
})
