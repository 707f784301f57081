import { expect, test } from 'vitest'
import type { AnswerAlert, ConditionGroup, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { likeliestItem, newCondition } from '#lib/forms/build/format-condition.ts'
import { itemProblems } from '#lib/forms/build/item-problems.ts'

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const eggs: GroupedItem = { type: 'radio', id: 'eggs', label: 'Eggs?', options }
const several: GroupedItem = { type: 'checkboxes', id: 'several', label: 'Allergies', options }
const reaction: GroupedItem = { type: 'text', id: 'reaction', label: 'What happened?' }
const consent: GroupedItem = { type: 'checkbox', id: 'consent', label: 'I agree' }

test('a condition begins with the last question that is answered by choosing', () => {
  expect(likeliestItem([eggs, reaction])).toBe(eggs)
  expect(likeliestItem([eggs, consent, reaction])).toBe(consent)
  expect(likeliestItem([reaction])).toBe(reaction)
  expect(likeliestItem([{ type: 'heading', id: 'about', label: 'About you' }])).toBeUndefined()
})

test('a new condition can come true at once', () => {
  expect(newCondition(eggs)).toEqual({ item: 'eggs', operator: 'is', value: 'yes' })
  expect(newCondition(several)).toEqual({
    item: 'several',
    operator: 'includes',
    value: 'yes',
  })
  expect(newCondition(consent)).toEqual({ item: 'consent', operator: 'is', value: true })
  expect(newCondition(reaction)).toEqual({ item: 'reaction', operator: 'is_answered' })
  const dose: GroupedItem = { type: 'number', id: 'dose', label: 'Dose' }
  expect(newCondition(dose)).toEqual({ item: 'dose', operator: 'is_answered' })
})

test.for([
  { of: 'is', when: newCondition(reaction, 'is') },
  { of: 'is_one_of', when: newCondition(reaction, 'is_one_of') },
  { of: 'includes', when: { item: 'several', operator: 'includes', value: ' ' } as const },
  { of: 'more_than', when: newCondition({ type: 'date', id: 'day', label: 'Day' }, 'more_than') },
])('nothing to compare with is a problem of its item: $of', ({ when }) => {
  const asked: GroupedItem[] = [reaction, several, { type: 'date', id: 'day', label: 'Day' }]
  const group: ConditionGroup = { match: 'all', conditions: [when] }
  const message = 'Enter what to compare with'
  expect(itemProblems([...asked, { ...consent, show_when: group }])).toEqual([
    { id: 'consent', message },
  ])
  const alerts: AnswerAlert[] = [{ when: group, level: 'warning', text: 'Look' }]
  expect(itemProblems([...asked, { ...consent, alerts }])).toEqual([{ id: 'consent', message }])
})
