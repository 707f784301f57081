import { expect, test } from 'vitest'
import { definitionChanges } from '#lib/forms/definition-changes.ts'
import {
  consent,
  eggs,
  fluForm,
  reaction,
} from '../../machines/forms/build/form-building.catalogue.ts'

test('says which items were added, changed and removed', () => {
  const fever = { type: 'text', id: 'fever', label: 'A fever?' } as const
  const later = [fever, { ...eggs, label: 'Eggs', required: true }, consent]
  expect(definitionChanges(fluForm, later)).toEqual([
    { kind: 'added', id: 'fever', name: 'A fever?' },
    {
      kind: 'changed',
      id: 'eggs',
      name: 'Eggs',
      parts: [
        { text: 'words', texts: { before: 'Allergic to eggs', after: 'Eggs' } },
        { text: 'whether it must be answered' },
      ],
    },
    { kind: 'removed', id: 'reaction', name: 'Which reaction?' },
  ])
})

test('finds nothing between two that are the same', () => {
  expect(definitionChanges(fluForm, fluForm)).toEqual([])
})

test('an item that was put first is the only one that moved', () => {
  const kinds = definitionChanges(fluForm, [consent, eggs, reaction])
  expect(kinds).toEqual([{ kind: 'moved', id: 'consent', name: 'I agree' }])
})
