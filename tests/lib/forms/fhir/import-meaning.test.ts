import { expect, test } from 'vitest'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { importQuestionnaire } from '#lib/forms/fhir/import-questionnaire.ts'

/* What an import must not change without a word. */

const read = (item: object[], more: object = {}) =>
  importQuestionnaire(
    { resourceType: 'Questionnaire', status: 'active', title: 'T', ...more, item },
    'Europe/London',
  )

function imported(item: object[], more?: object) {
  const outcome = read(item, more)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome
}
const messages = (item: object[], more?: object) =>
  imported(item, more).report.map(({ message }) => message)

const smoker = { linkId: 'smoker', text: 'Do you smoke?', type: 'boolean' }
const unless = (...enableWhen: object[]) => ({
  linkId: 'sport',
  text: 'Which sport?',
  type: 'string',
  enableWhen,
  enableBehavior: 'all',
})
const isNotYes = { question: 'smoker', operator: '!=', answerBoolean: true }
const exists = { question: 'smoker', operator: 'exists', answerBoolean: true }

test.each<[string, object[], object, boolean]>([
  ['has no answer', [isNotYes], {}, true],
  ['has another answer', [isNotYes], { smoker: 'no' }, true],
  ['has that answer', [isNotYes], { smoker: 'yes' }, false],
  ['must have an answer and has none', [exists, isNotYes], {}, false],
  ['must have an answer and has another', [exists, isNotYes], { smoker: 'no' }, true],
])('“not equal” is what FHIR means where the question %s', (_, conditions, answers, isShown) => {
  const { items, report } = imported([smoker, unless(...conditions)])
  const { pages } = evaluateForm(items, answers as never, { on: '2026-08-06' })
  const shown = pages.flatMap((page) => page.items.map(({ item }) => item.id))
  expect(shown.includes('sport')).toBe(isShown)
  expect(report.filter(({ kind }) => kind === 'unsafe')).toEqual([])
})

const options = (...codes: object[]) => codes.map((valueCoding) => ({ valueCoding }))

test.each<[string, object]>([
  ['a text', { type: 'string', initial: [{ valueString: 'Aspirin' }] }],
  [
    'a selected option',
    { type: 'choice', answerOption: [{ valueCoding: { code: 'a' }, initialSelected: true }] },
  ],
  ['a number', { type: 'integer', initial: [{ valueInteger: 1 }] }],
])('a group that repeats is imported without what it begins with: %s', (_, question) => {
  const inner = { linkId: 'inner', text: 'Medicine', ...question }
  const group = [{ linkId: 'g', text: 'Medicines', type: 'group', repeats: true, item: [inner] }]
  const { items } = imported(group)
  expect(items).toMatchObject([{ type: 'group', items: [{ id: 'inner' }] }])
  expect(JSON.stringify(items)).not.toContain('initial')
  expect(messages(group)).toContain(
    'What it begins with is not kept, because each entry of a group begins empty.',
  )
})

test('options stay different, and say so where they were cut or tidied', () => {
  const long = 'x'.repeat(250)
  const { items, report } = imported([
    {
      linkId: 'q',
      text: 'Which?',
      type: 'choice',
      answerOption: options(
        { code: 'a', display: `${long}1` },
        { code: 'b', display: `${long}2` },
        { code: 'c', display: 'Same' },
        { code: 'd', display: 'Sa\u200bme ' },
        { display: `${long}3` },
        { display: `${long}4` },
      ),
    },
  ])
  const [item] = items as { options: { value: string; label: string }[] }[]
  expect(new Set(item?.options.map(({ value }) => value)).size).toBe(6)
  expect(new Set(item?.options.map(({ label }) => label)).size).toBe(6)
  const texts = report.map(({ message }) => message)
  expect(texts.filter((text) => text.startsWith('An option is cut after'))).toHaveLength(4)
  expect(texts).toContain('Two options read the same. One is “Same 2” now.')
})

test.each<[string, object[], object]>([
  ['Its title', [smoker], { title: 'x'.repeat(201) }],
  ['Its description', [smoker], { description: 'x'.repeat(2_001) }],
  ['This text', [smoker, { linkId: 'd', type: 'display', text: 'x'.repeat(5_001) }], {}],
])('a text that is cut is in the report: %s', (what, item, more) => {
  expect(messages(item, more)).toContainEqual(expect.stringContaining(`${what} is cut after`))
})

test('a refusal has a report of what was read', () => {
  const left = {
    linkId: 'g',
    text: 'G',
    type: 'group',
    repeats: true,
    item: [{ linkId: 'x', type: 'group' }],
  }
  expect(read([left])).toEqual({
    problem: 'Nothing in this questionnaire can be asked.',
    report: expect.arrayContaining([expect.objectContaining({ kind: 'unsafe' })]),
  })
})
