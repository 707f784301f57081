import { describe, expect, test } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'
import { formBuildingMachine } from '#machines/forms/build/form-building.machine.ts'
import { describePaths } from '../../describe-paths.ts'
import { consent, fluForm, formBuildingCatalogue, reaction } from './form-building.catalogue.ts'

type Snapshot = SnapshotFrom<typeof formBuildingMachine>

const ids = ({ context }: Snapshot) => context.items.map(({ id }) => id)

describePaths(formBuildingMachine, {
  catalogue: formBuildingCatalogue,
  inputs: [{ items: fluForm }],
  // A few steps of history: an author may take any number of them.
  distinguish: ({ past, future, typing, proposal }: Snapshot['context']) => [
    Math.min(past.length, 1),
    Math.min(future.length, 1),
    typing,
    proposal?.action,
  ],
  states: {
    editing: (snapshot) => {
      const { past, future, proposal } = snapshot.context
      expect(proposal).toBeNull()
      expect(snapshot.can({ type: 'undo.requested' })).toBe(past.length > 0)
      expect(snapshot.can({ type: 'redo.requested' })).toBe(future.length > 0)
      expect(new Set(ids(snapshot)).size).toBe(ids(snapshot).length)
    },
    confirming: (snapshot) => {
      expect(snapshot.context.proposal?.broken).toEqual([
        { item: 'Which reaction?', to: 'Allergic to eggs' },
      ])
      expect(snapshot.can({ type: 'undo.requested' })).toBe(false)
    },
  },
})

describe('building a form', () => {
  const begin = () => createActor(formBuildingMachine, { input: { items: fluForm } }).start()
  const label = (text: string) =>
    ({
      type: 'item.changed',
      id: 'consent',
      field: 'label',
      item: { ...consent, label: text },
    }) as const

  test('typing in one field is one step, and another visit to it is the next', () => {
    const actor = begin()
    for (const text of ['I', 'I a', 'I agree to it']) actor.send(label(text))
    actor.send({ type: 'field.left' })
    actor.send(label('I agree to all of it'))
    const labels = () => actor.getSnapshot().context.items.at(-1)
    actor.send({ type: 'undo.requested' })
    expect(labels()).toMatchObject({ label: 'I agree to it' })
    actor.send({ type: 'undo.requested' })
    expect(actor.getSnapshot().context.items).toEqual(fluForm)
    actor.send({ type: 'redo.requested' })
    expect(labels()).toMatchObject({ label: 'I agree to it' })
  })

  test('a question that others refer to stays until its removal is confirmed', () => {
    const actor = begin()
    actor.send({ type: 'item.removed', id: 'eggs' })
    expect(ids(actor.getSnapshot())).toEqual(['eggs', 'reaction', 'consent'])
    actor.send({ type: 'change.confirmed' })
    expect(ids(actor.getSnapshot())).toEqual(['reaction', 'consent'])
    expect(actor.getSnapshot().context.selected).toBe('reaction')
    actor.send({ type: 'undo.requested' })
    expect(actor.getSnapshot().context.items).toEqual(fluForm)
  })

  test('an item that was removed leaves its id to no other', () => {
    const actor = begin()
    actor.send({ type: 'item.duplicated', id: 'reaction' })
    expect(ids(actor.getSnapshot())).toEqual(['eggs', 'reaction', 'text-1', 'consent'])
    actor.send({ type: 'item.removed', id: 'text-1' })
    actor.send({ type: 'item.added', kind: 'text', after: 'reaction', into: null })
    expect(ids(actor.getSnapshot())).toEqual(['eggs', 'reaction', 'text-2', 'consent'])
  })

  test('an item cannot be moved beyond the ends of its list', () => {
    const actor = begin()
    actor.send({ type: 'item.moved', id: 'eggs', to: -1 })
    actor.send({ type: 'item.moved', id: 'consent', to: 3 })
    expect(actor.getSnapshot().context.items).toEqual([fluForm[0], reaction, consent])
  })
})
