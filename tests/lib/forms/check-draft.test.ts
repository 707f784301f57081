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
