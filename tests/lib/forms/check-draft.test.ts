import { expect, test } from 'vitest'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import { draftProblems, filesIn } from '#lib/forms/check-draft.ts'

const items = formDefinition.parse([
  { type: 'text', id: 'where', label: 'Where?', required: true, max_length: 3 },
  { type: 'number', id: 'weight', label: 'Weight' },
  { type: 'heading', id: 'head', label: 'Health' },
  { type: 'file', id: 'letter', label: 'A letter' },
  { type: 'calculated', id: 'sum', label: 'Sum', calculation: 'sum', of: ['weight'] },
  {
    type: 'group',
    id: 'medicines',
    label: 'Medicine',
    items: [
      { type: 'checkbox', id: 'daily', label: 'Daily' },
      { type: 'file', id: 'picture', label: 'Picture' },
    ],
  },
])
const unknown = ['This form has no such question']
const wrongKind = ['This answer is not of the kind that the question needs']

test.each<[string, unknown, object]>([
  ['half an answer', { where: 'too long', weight: '7,', medicines: [{}] }, {}],
  ['a value that is calculated', { sum: 7 }, {}],
  ['an answer of another form', { fever: 'yes' }, { fever: unknown }],
  ['the name of a prototype', { constructor: 'yes' }, { constructor: unknown }],
  ['an answer to a heading', { head: 'yes' }, { head: unknown }],
  [
    'an answer of another kind',
    { where: true, weight: [] },
    { where: wrongKind, weight: wrongKind },
  ],
  ['no entries', { medicines: 'Aspirin' }, { medicines: wrongKind }],
  [
    'other entries',
    { medicines: [{ daily: true }, { daily: 'yes', weekly: true }] },
    { 'medicines.1.daily': wrongKind, 'medicines.1.weekly': unknown },
  ],
])('a draft may hold what can still be changed: %s', (_, answers, problems) => {
  expect(draftProblems(items, answers as Answers)).toEqual(problems)
})

const whole = formDefinition.parse([
  { type: 'signature', id: 'signed', label: 'Sign' },
  { type: 'date', id: 'day', label: 'Day' },
  { type: 'datetime', id: 'moment', label: 'When' },
  { type: 'radio', id: 'one', label: 'Which?', options: ['a', 'b'] },
  { type: 'radio', id: 'own', label: 'Which?', options: ['a', 'b'], other: 'Another' },
  { type: 'checkboxes', id: 'many', label: 'Which?', options: ['a', 'b'], other: 'Another' },
  { type: 'text', id: 'words', label: 'Words' },
  { type: 'number', id: 'weight', label: 'Weight' },
  { type: 'file', id: 'letter', label: 'Letter' },
  {
    type: 'group',
    id: 'several',
    label: 'Each',
    max: 2,
    items: [{ type: 'signature', id: 'inner', label: 'Sign' }],
  },
])
const ada = { name: 'Ada Bell', signed_on: '2026-08-06' }

test.each<[string, unknown, object]>([
  ['a date as it is typed', { day: '1984-mar-', moment: '2026-8-6T9' }, {}],
  ['a day that is no date', { day: 'banana' }, { day: wrongKind }],
  ['a moment of more parts', { moment: '2026-08-06T09:30T10' }, { moment: wrongKind }],
  ['a choice that is not offered', { one: 'c' }, { one: ['Choose one of the answers'] }],
  ['own words', { own: 'c', many: ['a', 'c'] }, {}],
  ['own words not yet typed', { own: ' ', many: ['a', ' '] }, {}],
  ['what submitting refuses', { own: 'c\nd', many: ['c\u0007'], words: 'a\u0001b' }, {}],
  ['two own words', { many: ['c', 'd'] }, { many: ['Choose from the answers'] }],
  ['a number that no number is', { weight: Number.NaN }, { weight: wrongKind }],
  [
    'a day of signing that is none',
    { signed: { ...ada, signed_on: 'banana' } },
    { signed: ['Sign again'] },
  ],
  [
    'a drawing that is none',
    { signed: { ...ada, drawn: '<script>' } },
    { signed: ['Draw your signature again'] },
  ],
  [
    'a drawing without a point',
    { signed: { ...ada, drawn: 'M , . - Q' } },
    { signed: ['Draw your signature again'] },
  ],
  ['a signature without a name', { signed: { signed_on: ada.signed_on } }, { signed: wrongKind }],
  ['more of a signature than there is', { signed: { ...ada, on: 'today' } }, { signed: wrongKind }],
  [
    'a file without its kind',
    { letter: [{ id: 'a', name: 'b', bytes: 3 }] },
    { letter: wrongKind },
  ],
  [
    'entries that are none',
    { several: [{}, {}, { inner: 'Ada' }, 'Ada'] },
    { 'several.2.inner': wrongKind, 'several.3': wrongKind },
  ],
])('a draft may be incomplete but never malformed: %s', (_, answers, problems) => {
  expect(draftProblems(whole, answers as Answers)).toEqual(problems)
})

test('files are found wherever they are', () => {
  const file = (name: string) => ({ id: crypto.randomUUID(), name, type: 'image/webp', bytes: 9 })
  const [a, b, c] = [file('a'), file('b'), file('c')]
  const answers = { letter: [a], medicines: [{ picture: [b] }, {}, { picture: [c] }] } as Answers
  expect(filesIn(items, answers)).toEqual([
    { item: 'letter', path: 'letter', file: a },
    { item: 'picture', path: 'medicines.0.picture', file: b },
    { item: 'picture', path: 'medicines.2.picture', file: c },
  ])
})
