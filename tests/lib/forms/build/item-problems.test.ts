import { expect, test } from 'vitest'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { valueFromLabel, withComparedValue } from '#lib/forms/build/change-items.ts'
import { itemProblems } from '#lib/forms/build/item-problems.ts'
import {
  consent,
  eggs,
  fluForm,
  reaction,
} from '../../../machines/forms/build/form-building.catalogue.ts'

const onConsent = (value: boolean) => ({
  match: 'all' as const,
  conditions: [{ item: 'consent', operator: 'is' as const, value }],
})

test('a question that comes too late is named by its words at the item that needs it', () => {
  expect(itemProblems([reaction, eggs])).toEqual([
    {
      id: 'reaction',
      message: '“Allergic to eggs” comes later, or is repeated. Refer to an earlier item',
    },
  ])
  expect(itemProblems(fluForm)).toEqual([])
})

test('what is missing stands at its item, also in a group', () => {
  const items: FormItem[] = [
    { type: 'checkbox', id: 'consent', label: '' },
    {
      type: 'group',
      id: 'medicines',
      label: 'Medicines',
      items: [{ type: 'text', id: 'reaction', label: '' }],
    },
  ]
  expect(itemProblems(items)).toEqual([
    { id: 'consent', message: 'Enter the question' },
    { id: 'reaction', message: 'Enter the question' },
  ])
})

test('an option without words asks for them', () => {
  const items: FormItem[] = [
    {
      type: 'radio',
      id: 'eggs',
      label: 'Eggs',
      options: [
        { value: 'a', label: '' },
        { value: 'b', label: '' },
      ],
    },
  ]
  expect(itemProblems(items)).toEqual([{ id: 'eggs', message: 'Enter the words of each option' }])
})

test('values come from labels, and conditions follow them', () => {
  expect(valueFromLabel('Très bien!', ['tres-bien'])).toBe('tres-bien-2')
  expect(valueFromLabel('???', [])).toBe('option')
  const [, changed] = withComparedValue(fluForm, 'eggs', 'yes', 'sometimes')
  expect(changed?.show_when?.conditions).toEqual([
    { item: 'eggs', operator: 'is', value: 'sometimes' },
  ])
})

test.for<[string, FormItem[], string]>([
  ['a question that was removed', [reaction], 'This refers to a question that was removed'],
  [
    'an answer that was removed',
    [{ ...eggs, options: [{ value: 'no', label: 'No' }] } as FormItem, reaction],
    'Choose another answer to “Allergic to eggs”',
  ],
  [
    'a comparison that does not fit',
    [{ ...eggs, type: 'checkboxes' } as FormItem, reaction],
    'Choose another comparison for “Allergic to eggs”',
  ],
  [
    'a box that is not ticked',
    [consent, { ...reaction, show_when: onConsent(false) } as FormItem],
    'Choose another answer to “I agree”',
  ],
  [
    'a calculation',
    [eggs, { type: 'calculated', id: 'reaction', label: 'Sum', calculation: 'sum', of: ['eggs'] }],
    '“Allergic to eggs” cannot be counted here',
  ],
])('names no id where a condition refers to %s', ([, items, message]) => {
  expect(itemProblems(items)).toEqual([{ id: 'reaction', message }])
})
