import { expect, test } from 'vitest'
import { type EditHistory, editHistory } from '#lib/forms/build/edit-history.ts'
import {
  consent,
  eggs,
  fluForm,
  reaction,
} from '../../../machines/forms/build/form-building.catalogue.ts'

const start: EditHistory = { items: fluForm, selected: null, past: [], future: [], typing: null }

test('a change after an undo leaves nothing to redo', () => {
  const changed = editHistory(start, { kind: 'changed', items: [eggs] })
  const undone = editHistory(changed, { kind: 'undone' })
  expect(undone).toEqual({ ...start, future: [[eggs]] })
  expect(editHistory(undone, { kind: 'redone' })).toEqual(changed)
  expect(editHistory(undone, { kind: 'changed', items: [consent] }).future).toEqual([])
})

test('an item that an undo takes away is no longer selected', () => {
  const selected = { kind: 'changed', items: [eggs, reaction], selected: 'reaction' } as const
  const changed = editHistory({ ...start, items: [eggs] }, selected)
  expect(changed.selected).toBe('reaction')
  expect(editHistory(changed, { kind: 'undone' }).selected).toBeNull()
})

test('the last hundred steps can be undone', () => {
  let history = start
  for (let step = 0; step <= 100; step += 1) {
    history = editHistory(history, { kind: 'changed', items: step % 2 ? [eggs] : [consent] })
  }
  expect(history.past).toHaveLength(100)
  expect(history.past[0]).toEqual([consent])
})
