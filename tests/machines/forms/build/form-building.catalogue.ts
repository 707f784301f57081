import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { formBuildingMachine } from '#machines/forms/build/form-building.machine.ts'
import type { Catalogue } from '../../event-catalogue.ts'

export const eggs: FormItem = {
  type: 'radio',
  id: 'eggs',
  label: 'Allergic to eggs',
  options: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
}
export const reaction: FormItem = {
  type: 'text',
  id: 'reaction',
  label: 'Which reaction?',
  show_when: { match: 'all', conditions: [{ item: 'eggs', operator: 'is', value: 'yes' }] },
}
export const consent: FormItem = { type: 'checkbox', id: 'consent', label: 'I agree' }
export const fluForm = [eggs, reaction, consent]

export const formBuildingCatalogue = {
  events: {
    'item.selected': [{ type: 'item.selected', id: 'consent' }],
    'item.added': [{ type: 'item.added', kind: 'signature', after: 'consent', into: null }],
    'item.changed': [
      {
        type: 'item.changed',
        id: 'consent',
        field: 'label',
        item: { ...consent, label: 'I agree to it' },
      },
    ],
    'field.left': [{ type: 'field.left' }],
    'item.duplicated': [{ type: 'item.duplicated', id: 'consent' }],
    'item.moved': [
      { type: 'item.moved', id: 'consent', to: 0 },
      { type: 'item.moved', id: 'reaction', to: 0 },
    ],
    'item.removed': [
      { type: 'item.removed', id: 'consent' },
      { type: 'item.removed', id: 'eggs' },
    ],
    'change.confirmed': [{ type: 'change.confirmed' }],
    'change.dropped': [{ type: 'change.dropped' }],
    'form.replaced': [{ type: 'form.replaced', items: [consent] }],
    'undo.requested': [{ type: 'undo.requested' }],
    'redo.requested': [{ type: 'redo.requested' }],
  },
  results: {},
  delays: {},
} satisfies Catalogue<typeof formBuildingMachine>
