import { describe, expect, test } from 'vitest'
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

describe('a unit', () => {
  const core = 'http://hl7.org/fhir/StructureDefinition/'
  const long = 'milligrams per kilogram of body weight per day'
  const ucum = 'http://unitsofmeasure.org'
  const dose = (valueCoding: object, more: object = {}) => ({
    linkId: 'dose',
    text: 'Dose',
    type: 'decimal',
    extension: [{ url: `${core}questionnaire-unit`, valueCoding }],
    ...more,
  })
  const reported = (item: object[], kind: string) =>
    imported(item).report.flatMap((line) => (line.kind === kind ? [line.message] : []))

  test('that is too long is whole in the hint, and in the report', () => {
    const help = {
      linkId: 'dose.hint',
      text: 'As prescribed.',
      type: 'display',
      extension: [
        {
          url: `${core}questionnaire-itemControl`,
          valueCodeableConcept: {
            coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'help' }],
          },
        },
      ],
    }
    const item = dose({ display: long })
    expect(imported([item]).items).toEqual([
      { type: 'number', id: 'dose', label: 'Dose', hint: `Unit: ${long}` },
    ])
    expect(reported([item], 'changed')).toEqual([
      `Its unit is in the hint now, because it has more than 20 characters: ${long}`,
    ])
    expect(imported([{ ...item, item: [help] }]).items).toEqual([
      { type: 'number', id: 'dose', label: 'Dose', hint: `As prescribed. Unit: ${long}` },
    ])
    const full = { ...help, text: 'x'.repeat(480) }
    expect(imported([{ ...item, item: [full] }]).items).toEqual([
      { type: 'number', id: 'dose', label: `Dose (unit: ${long})`, hint: full.text },
    ])
    const crowded = { ...item, text: 'y'.repeat(290), item: [full] }
    expect(imported([crowded]).items).toEqual([
      { type: 'number', id: 'dose', label: crowded.text, hint: full.text },
    ])
    expect(reported([crowded], 'unsafe')).toEqual([
      `Its unit is left out, because it is too long: ${long}`,
    ])
  })

  test('with a code of UCUM is that code, and its words are in the hint', () => {
    const item = dose({ system: ucum, code: 'mg/kg/d', display: long })
    expect(imported([item]).items).toMatchObject([{ unit: 'mg/kg/d', hint: `Unit: ${long}` }])
    expect(reported([item], 'changed')).toEqual([
      `Its unit is shown as “mg/kg/d”, with its words in the hint, because these have more than 20 characters: ${long}`,
    ])
  })

  test('never becomes a code that nobody reads', () => {
    const item = dose({ system: 'http://snomed.info/sct', code: '258684004', display: long })
    expect(imported([item]).items).toEqual([
      { type: 'number', id: 'dose', label: 'Dose', hint: `Unit: ${long}` },
    ])
    expect(messages([item])).toContain('The code of its unit is not kept: 258684004')
  })

  test('of 20 characters or fewer stays as it is', () => {
    const kilograms = dose({ system: ucum, code: 'kg', display: 'kg' })
    expect(imported([kilograms]).items).toMatchObject([{ unit: 'kg' }])
    const longest = dose({ display: 'x'.repeat(20) })
    expect(imported([longest]).items).toMatchObject([{ unit: 'x'.repeat(20) }])
    for (const item of [kilograms, longest]) {
      expect(messages([item])).toEqual(['Its status, such as draft'])
    }
  })

  test.each([
    ['g', undefined],
    ['kg', 2],
  ])('of a limit is that of the question: %s', (unit, min) => {
    const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-minQuantity'
    const [question] = [dose({ display: 'kg' })]
    const limit = { url, valueQuantity: { value: 2, unit } }
    const item = { ...question, type: 'quantity', extension: [...question.extension, limit] }
    const [read] = imported([item]).items as { min?: number }[]
    expect(read?.min).toBe(min)
    expect(reported([item], 'unsafe')).toEqual(
      min === undefined
        ? ['The limit 2 g is not checked, because the question is not in that unit.']
        : [],
    )
  })

  test('in the hint is still the one that conditions and limits name', () => {
    const after = {
      linkId: 'high',
      text: 'Why so high?',
      type: 'string',
      enableWhen: [{ question: 'dose', operator: '>', answerQuantity: { value: 5, unit: long } }],
    }
    const { items } = imported([dose({ display: long }, { type: 'quantity' }), after])
    expect(items[1]).toMatchObject({
      show_when: { conditions: [{ item: 'dose', operator: 'more_than', value: 5 }] },
    })
  })
})

test('a code that an option does not keep is in the report', () => {
  const code = `a${'b'.repeat(200)}`
  const systems = [
    { system: 'http://a.test', code: 'x', display: 'One' },
    { system: 'http://b.test', code: 'x', display: 'Two' },
    { code, display: 'Three' },
  ]
  const item = { linkId: 'q', text: 'Which?', type: 'choice', answerOption: options(...systems) }
  const [read] = imported([item]).items as { options: { value: string }[] }[]
  const [, second, third] = read?.options ?? []
  expect(messages([item])).toEqual(
    expect.arrayContaining([
      `The code “x” of the option “Two” is “${second?.value}” here.`,
      `The code “${code}” of the option “Three” is “${third?.value}” here.`,
    ]),
  )
})

test('words for an own answer that cannot be given are in the report', () => {
  const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-openLabel'
  const item = {
    linkId: 'q',
    text: 'Which?',
    type: 'choice',
    extension: [{ url, valueString: 'Something else' }],
    answerOption: options({ code: 'a', display: 'A' }),
  }
  expect(messages([item])).toContainEqual(expect.stringContaining('openLabel'))
})

describe('what a question begins with', () => {
  const question = { linkId: 'q', text: 'Q' }
  const long = 'x'.repeat(25_000)
  const answerOption = [
    { valueCoding: { code: 'a', display: 'A' }, initialSelected: true },
    { valueCoding: { code: 'b', display: 'B' } },
  ]

  test.each<[string, object, string]>([
    [
      'is too long',
      { type: 'text', initial: [{ valueString: long }] },
      `What it begins with is left out: Use 20,000 characters or fewer. It was: ${long.slice(0, 5_000)}`,
    ],
    [
      'is longer than its answers',
      { type: 'string', maxLength: 2, initial: [{ valueString: 'toolong' }] },
      'What it begins with is left out: Use 2 characters or fewer. It was: toolong',
    ],
    [
      'is no step',
      { type: 'integer', initial: [{ valueDecimal: 1.5 }] },
      'What it begins with is left out: Enter a whole number. It was: 1.5',
    ],
    [
      'is above the limit',
      {
        type: 'decimal',
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueDecimal: 3 }],
        initial: [{ valueDecimal: 9 }],
      },
      'What it begins with is left out: Enter 3 or less. It was: 9',
    ],
  ])('and %s is left out and reported', (_, more, message) => {
    const item = [{ ...question, ...more }]
    expect(imported(item).items[0]).not.toHaveProperty('initial')
    expect(messages(item)).toEqual([message, 'Its status, such as draft'])
  })

  test.each<[string, object, unknown]>([
    ['one answer', {}, 'a'],
    ['several', { repeats: true }, ['a']],
  ])('is its selected option; words beside it are reported: %s', (_, more, initial) => {
    const item = [
      {
        ...question,
        type: 'open-choice',
        ...more,
        answerOption,
        initial: [{ valueString: 'My own words' }],
      },
    ]
    expect(imported(item).items[0]).toMatchObject({ initial })
    expect(messages(item)).toContain(
      'It begins with the options that are selected, and not with: My own words',
    )
  })
})
