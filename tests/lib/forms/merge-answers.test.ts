import { describe, expect, test } from 'vitest'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { mergeAnswers } from '#lib/forms/merge-answers.ts'

/* Two devices changed the same draft. */

const signed = (name: string) => ({ name, signed_on: '2026-08-03' })
const file = (name: string) => ({
  id: `0b6f5d1e-3f7a-4c11-9c53-0d3f6a8e2b4${name.length}`,
  name,
  type: 'application/pdf',
  bytes: 8,
})

describe('what only one side changed stands', () => {
  test.each<[string, Answers, Answers, Answers, Answers]>([
    [
      'ticked there, signed here',
      {},
      { signed: signed('Ada') },
      { consent: true },
      { signed: signed('Ada'), consent: true },
    ],
    ['changed here', { a: '1' }, { a: '2' }, { a: '1' }, { a: '2' }],
    ['changed there', { a: '1' }, { a: '1' }, { a: '2' }, { a: '2' }],
    ['taken away here', { a: '1' }, {}, { a: '1' }, {}],
    ['taken away there', { a: '1' }, { a: '1' }, {}, {}],
    ['a file sent there', {}, { a: '1' }, { f: [file('x.pdf')] }, { a: '1', f: [file('x.pdf')] }],
    [
      'a group filled in there, seen empty here',
      {},
      { g: [{}], a: '1' },
      { g: [{ n: 'A' }] },
      { a: '1', g: [{ n: 'A' }] },
    ],
    [
      'the same on both sides',
      {},
      { a: '1', b: ['x', 'y'] },
      { a: '1', b: ['y', 'x'] },
      { a: '1', b: ['x', 'y'] },
    ],
    [
      'the names of a group in another order',
      { g: [{ n: 'A', d: '1' }] },
      { g: [{ d: '1', n: 'A' }] },
      { g: [{ n: 'B', d: '1' }] },
      { g: [{ n: 'B', d: '1' }] },
    ],
  ])('%s', (_, base, mine, others, merged) => {
    const { answers, contested } = mergeAnswers(base, mine, others)
    expect({ answers, contested }).toEqual({ answers: merged, contested: [] })
  })
})

test('names what it took from the others', () => {
  const { taken } = mergeAnswers({ c: '1' }, { a: '1', c: '1' }, { b: '2' })
  expect(taken).toEqual(['b', 'c'])
})

test.each<[string, Answers, Answers, Answers]>([
  ['another word', { a: '1' }, { a: '2' }, { a: '3' }],
  ['taken away by one', { a: '1' }, {}, { a: '3' }],
  ['one entry in two ways', { a: [{ n: 'A' }] }, { a: [{ n: 'B' }] }, { a: [{ n: 'C' }] }],
  [
    'an entry taken away and one added',
    { a: [{ n: 'A' }] },
    { a: [{}] },
    { a: [{ n: 'A' }, { n: 'B' }] },
  ],
  ['two files', {}, { a: [file('x.pdf')] }, { a: [file('xy.pdf')] }],
])(
  'is asked where both sides changed it, and mine stands until then: %s',
  (_, base, mine, others) => {
    const { answers, contested, taken } = mergeAnswers(base, mine, others)
    expect({ answers, contested, taken }).toEqual({ answers: mine, contested: ['a'], taken: [] })
  },
)

test.each<[string, Answers, Answers, Answers, Answers]>([
  ['to none', {}, { g: [{ n: 'A' }] }, { g: [{ n: 'B' }] }, { g: [{ n: 'A' }, { n: 'B' }] }],
  [
    'to one, which one side changed',
    { g: [{ n: 'A' }] },
    { g: [{ n: 'A' }, { n: 'B' }, {}] },
    { g: [{ n: 'Z' }, { n: 'C' }, { n: 'B' }] },
    { g: [{ n: 'Z' }, { n: 'B' }, { n: 'C' }] },
  ],
])('entries that both sides added are all kept: %s', (_, base, mine, others, answers) => {
  expect(mergeAnswers(base, mine, others)).toEqual({ answers, contested: [], taken: ['g'] })
})
