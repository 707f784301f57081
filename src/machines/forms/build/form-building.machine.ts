import { assign, setup } from 'xstate'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import {
  addedItem,
  copyItem,
  findSiblings,
  itemById,
  type NewItemKind,
  type NewItemPlace,
  withAdded,
  withChanged,
  withMoved,
  withRemoved,
} from '#lib/forms/build/change-items.ts'
import { type EditHistory, editHistory } from '#lib/forms/build/edit-history.ts'
import { type BrokenReference, brokenBy } from '#lib/forms/build/references.ts'
import { withEvent } from '../../with-event.ts'

type Items = readonly FormItem[]
type Added = { kind: NewItemKind } & NewItemPlace
type Moved = { id: string; to: number }
type Changed = { id: string; field: string; item: FormItem; items?: Items }

type FormBuildingEvent =
  | { type: 'item.selected'; id: string }
  | ({ type: 'item.added' } & Added)
  | ({ type: 'item.changed' } & Changed)
  /** The author leaves a field: what is typed next can be undone by itself. */
  | { type: 'field.left' }
  | { type: 'item.duplicated'; id: string }
  | ({ type: 'item.moved' } & Moved)
  | { type: 'item.removed'; id: string }
  | { type: 'change.confirmed' }
  | { type: 'change.dropped' }
  | { type: 'form.replaced'; items: Items }
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }

type Proposal = {
  items: Items
  action: 'remove' | 'move'
  id: string
  broken: readonly BrokenReference[]
}

type Context = EditHistory & {
  stored: Items
  proposal: Proposal | null
}

const canMove = (items: Items, { id, to }: Moved) => {
  const siblings = findSiblings(items, id)
  const from = siblings.findIndex((item) => item.id === id)
  return from >= 0 && to >= 0 && to < siblings.length && to !== from
}

const changedTo = (context: Context, items: Items, selected = context.selected) =>
  editHistory(context, { kind: 'changed', items, selected })

function beside(items: Items, id: string): string | null {
  const siblings = findSiblings(items, id)
  const at = siblings.findIndex((item) => item.id === id)
  return (siblings[at + 1] ?? siblings[at - 1])?.id ?? null
}

/** Builds the items of an electronic form. Nothing is saved here. */
export const formBuildingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as FormBuildingEvent,
    input: {} as { items: Items },
  },
  guards: {
    isKnown: ({ context }, { id }: { id: string }) => itemById(context.items, id) !== undefined,
    isPossible: ({ context }, moved: Moved) => canMove(context.items, moved),
    breaksByMoving: ({ context: { items } }, moved: Moved) =>
      canMove(items, moved) && brokenBy(items, withMoved(items, moved.id, moved.to)).length > 0,
    breaksByRemoving: ({ context: { items } }, { id }: { id: string }) =>
      brokenBy(items, withRemoved(items, id)).length > 0,
    hasPast: ({ context }) => context.past.length > 0,
    hasFuture: ({ context }) => context.future.length > 0,
  },
  actions: {
    select: assign((_, { id }: { id: string }) => ({ selected: id, typing: null })),
    add: assign(({ context }, { kind, ...place }: Added) => {
      const { items, stored, past, future } = context
      const item = addedItem(kind, items, stored, ...past, ...future)
      return changedTo(context, withAdded(items, item, place), item.id)
    }),
    change: assign(({ context }, { id, field, item, items }: Changed) => {
      const next = items ?? withChanged(context.items, id, item)
      return editHistory(context, { kind: 'typed', items: next, field: `${id} ${field}` })
    }),
    endTyping: assign({ typing: null }),
    duplicate: assign(({ context }, { id }: { id: string }) => {
      const { items, stored, past, future } = context
      const item = itemById(items, id)
      if (!item) return {}
      const copy = copyItem(item, items, stored, ...past, ...future)
      return changedTo(context, withAdded(items, copy, { after: id, into: null }), copy.id)
    }),
    move: assign(({ context }, { id, to }: Moved) =>
      changedTo(context, withMoved(context.items, id, to)),
    ),
    remove: assign(({ context }, { id }: { id: string }) =>
      changedTo(context, withRemoved(context.items, id), beside(context.items, id)),
    ),
    proposeMove: assign(({ context: { items } }, { id, to }: Moved) => {
      const next = withMoved(items, id, to)
      const proposal: Proposal = { items: next, action: 'move', id, broken: brokenBy(items, next) }
      return { proposal }
    }),
    proposeRemoval: assign(({ context: { items } }, { id }: { id: string }) => {
      const next = withRemoved(items, id)
      const proposal: Proposal = {
        items: next,
        action: 'remove',
        id,
        broken: brokenBy(items, next),
      }
      return { proposal }
    }),
    applyProposal: assign(({ context }) => {
      const { proposal, items } = context
      if (!proposal) return {}
      const selected = proposal.action === 'remove' ? beside(items, proposal.id) : proposal.id
      return { ...changedTo(context, proposal.items, selected), proposal: null }
    }),
    dropProposal: assign({ proposal: null }),
    replace: assign(({ context }, { items }: { items: Items }) => changedTo(context, items)),
    undo: assign(({ context }) => editHistory(context, { kind: 'undone' })),
    redo: assign(({ context }) => editHistory(context, { kind: 'redone' })),
  },
}).createMachine({
  id: 'formBuilding',
  context: ({ input: { items } }) => ({
    items,
    stored: items,
    selected: null,
    past: [],
    future: [],
    typing: null,
    proposal: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'item.selected': { guard: withEvent('isKnown'), actions: withEvent('select') },
        'item.added': { actions: withEvent('add') },
        'item.changed': { guard: withEvent('isKnown'), actions: withEvent('change') },
        'field.left': { actions: 'endTyping' },
        'item.duplicated': { guard: withEvent('isKnown'), actions: withEvent('duplicate') },
        'item.moved': [
          {
            guard: withEvent('breaksByMoving'),
            target: 'confirming',
            actions: withEvent('proposeMove'),
          },
          { guard: withEvent('isPossible'), actions: withEvent('move') },
        ],
        'item.removed': [
          {
            guard: withEvent('breaksByRemoving'),
            target: 'confirming',
            actions: withEvent('proposeRemoval'),
          },
          { guard: withEvent('isKnown'), actions: withEvent('remove') },
        ],
        'form.replaced': { actions: withEvent('replace') },
        'undo.requested': { guard: 'hasPast', actions: 'undo' },
        'redo.requested': { guard: 'hasFuture', actions: 'redo' },
      },
    },
    confirming: {
      on: {
        'change.confirmed': { target: 'editing', actions: 'applyProposal' },
        'change.dropped': { target: 'editing', actions: 'dropProposal' },
      },
    },
  },
})
