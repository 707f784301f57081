import { expect, test } from 'vitest'
import type { GroupedItem } from '#lib/contract/forms/form-item.ts'
import { readAnswer } from '#lib/forms/read-answer.ts'

const time = { type: 'time', id: 't', label: 'When?' } as const

test.each([
  ['2:30pm', '14:30'],
  ['2.30 pm', '14:30'],
  ['2:30 p.m.', '14:30'],
  ['9am', '09:00'],
  ['9 AM', '09:00'],
  ['12am', '00:00'],
  ['12:15am', '00:15'],
  ['12pm', '12:00'],
  ['noon', '12:00'],
  ['12 noon', '12:00'],
  ['Midday', '12:00'],
  ['midnight', '00:00'],
  ['0905', '09:05'],
  ['14:30', '14:30'],
])('the time %s is %s', (typed, value) => {
  expect(readAnswer(time, typed)).toEqual({ value })
})

test.each(['13pm', '0am', '9', '25:00', '9:60am', 'soon', '14:30pm'])('%s is no time', (typed) => {
  expect(readAnswer(time, typed)).toEqual({ problem: 'Enter a time, like 2:30pm or 14:30' })
})

test('a choice of one’s own without words asks for them', () => {
  const options = [{ value: 'a', label: 'A' }]
  const chosen = { id: 'c', label: 'Which?', options, other: 'Something else', required: true }
  const missing = { problem: 'Enter your answer' }
  expect(readAnswer({ ...chosen, type: 'radio' } as GroupedItem, ' ')).toEqual(missing)
  expect(readAnswer({ ...chosen, type: 'checkboxes' } as GroupedItem, ['a', ' '])).toEqual(missing)
  // It cannot be taken back, and nobody needs it.
  expect(readAnswer({ ...chosen, type: 'radio', required: false } as GroupedItem, ' ')).toEqual({})
})

test.each<[string, object, unknown]>([
  ['a choice of one’s own', { type: 'radio', options: [], other: 'Another' }, 'a\nb'],
  ['own words beside others', { type: 'checkboxes', options: [], other: 'Another' }, ['a\u0007']],
  ['a name that signs', { type: 'signature' }, { name: 'Ada\nBell', signed_on: '2026-08-06' }],
])('%s has no unusual characters', (_, item, given) => {
  expect(readAnswer({ id: 'a', label: 'A', ...item } as GroupedItem, given as never)).toEqual({
    problem: 'Remove the unusual characters',
  })
})

test.each<[GroupedItem['type'], string]>([
  ['email', `a@${'.'.repeat(19_990)}@`],
  ['url', `http://${'a.'.repeat(9_990)} `.replace(/ $/, '\u00a0x')],
])('an answer to %s that is long takes no time', (type, given) => {
  const began = performance.now()
  expect(readAnswer({ type, id: 'a', label: 'A' } as GroupedItem, given)).toHaveProperty('problem')
  expect(performance.now() - began).toBeLessThan(300)
})

test('a file whose id is none is malformed', () => {
  const given = [{ id: 'x', name: 'a.pdf', type: 'application/pdf', bytes: 1 }]
  expect(readAnswer({ type: 'file', id: 'a', label: 'A' } as GroupedItem, given)).toEqual({
    problem: 'This answer is not of the kind that the question needs',
    isMalformed: true,
  })
})
