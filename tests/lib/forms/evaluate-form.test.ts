import { describe, expect, test } from 'vitest'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { formatAnswer } from '#lib/forms/format-answer.ts'

const none = { value: 'none', label: 'None of these', exclusive: true }

const on = '2026-08-06'
const evaluated = (definition: unknown, answers: Answers = {}) =>
  evaluateForm(formDefinition.parse(definition), answers, { on })

const yesOrNo = [
  { value: 'yes', label: 'Yes', score: 2 },
  { value: 'no', label: 'No', score: 0 },
]
const eggs = { type: 'radio', id: 'eggs', label: 'Allergic to eggs?', options: yesOrNo }
const when = (item: string, value: unknown) => ({
  match: 'all',
  conditions: [{ item, operator: 'is', value }],
})
const details = {
  type: 'text',
  id: 'details',
  label: 'What happened?',
  required: true,
  show_when: when('eggs', 'yes'),
}

describe('what is shown', () => {
  test('a question that is not shown is neither required nor submitted', () => {
    const hidden = evaluated([eggs, details], { eggs: 'no', details: 'A rash' })
    expect(hidden.problems).toEqual([])
    expect(hidden.answers).toEqual({ eggs: 'no' })
    const shown = evaluated([eggs, details], { eggs: 'yes', details: '' })
    expect(shown.problems).toMatchObject([{ path: 'details', message: 'Enter an answer' }])
  })

  test('a hidden or wrong answer meets no condition', () => {
    const third = { type: 'text', id: 'third', label: 'And?', show_when: when('details', 'A rash') }
    const given = { eggs: 'no', details: 'A rash', third: 'x' }
    expect(evaluated([eggs, details, third], given).answers).toEqual({ eggs: 'no' })
    const not = { item: 'eggs', operator: 'is_not', value: 'yes' }
    const unlessEggs = { ...details, show_when: { conditions: [not] } }
    expect(evaluated([eggs, unlessEggs], {}).problems).toEqual([])
    expect(evaluated([eggs, unlessEggs], { eggs: 'maybe' }).problems).toMatchObject([
      { path: 'eggs', message: 'Choose one of the answers' },
    ])
  })

  test('three hundred items that each depend on the one before end with the first that is not met', () => {
    const chain = Array.from({ length: 300 }, (_, place) => ({
      type: 'text',
      id: `item${place}`,
      label: `Question ${place}`,
      ...(place > 0 && { show_when: when(`item${place - 1}`, 'x') }),
    }))
    const all = Object.fromEntries(chain.map(({ id }) => [id, 'x']))
    expect(evaluated(chain, all).answers).toEqual(all)
    const broken = evaluated(chain, { ...all, item149: 'y' })
    expect(Object.keys(broken.answers)).toHaveLength(150)
    expect(broken.pages[0]?.items).toHaveLength(150)
  })

  test('pages hide their items, and are left out where they show nothing', () => {
    const pages = [
      { type: 'page', id: 'one', label: 'Eggs' },
      eggs,
      { type: 'page', id: 'two', label: 'More', show_when: when('eggs', 'yes') },
      { type: 'text', id: 'more', label: 'More?', required: true },
      { type: 'page', id: 'three', label: 'Nothing' },
      details,
    ]
    const titles = (answers: Answers) =>
      evaluated(pages, answers).pages.map(({ page }) => page?.label)
    expect(titles({})).toEqual(['Eggs'])
    expect(titles({ eggs: 'yes' })).toEqual(['Eggs', 'More', 'Nothing'])
    expect(evaluated([], {}).pages).toEqual([{ page: null, items: [] }])
  })

  test.each([
    [{ item: 'age', operator: 'at_least', value: 65 }, { age: '65' }, { age: '64' }],
    [{ item: 'age', operator: 'less_than', value: 18 }, { age: 17 }, { age: '18' }],
    [
      { item: 'born', operator: 'more_than', value: '2000-01-01' },
      { born: '2001-1-1' },
      { born: '2000-1-1' },
    ],
    [{ item: 'plans', operator: 'includes', value: 'b' }, { plans: ['a', 'b'] }, { plans: ['a'] }],
    [{ item: 'born', operator: 'is_answered' }, { born: '2001-1-1' }, { born: '2001-13-1' }],
    [{ item: 'eggs', operator: 'is_one_of', values: ['yes'] }, { eggs: 'yes' }, { eggs: 'no' }],
  ] as const)('%j', (condition, met, unmet) => {
    const items = [
      { type: 'number', id: 'age', label: 'Age' },
      { type: 'date', id: 'born', label: 'Born' },
      { type: 'checkboxes', id: 'plans', label: 'Plans', options: ['a', 'b'] },
      eggs,
      { type: 'text', id: 'then', label: 'Then', show_when: { conditions: [condition] } },
    ]
    const isShown = (answers: object) =>
      evaluated(items, answers as Answers)
        .pages.flatMap((page) => page.items)
        .some(({ item }) => item.id === 'then')
    expect(isShown(met)).toBe(true)
    expect(isShown(unmet)).toBe(false)
  })
})

describe('answers', () => {
  test.each([
    [{ type: 'number', min: 20, max: 300, unit: 'kg' }, ' 70.5 ', 70.5],
    [{ type: 'number', min: 20, unit: 'kg' }, '19', 'Enter 20 kg or more'],
    [{ type: 'number', step: 1 }, '7.5', 'Enter a whole number'],
    [{ type: 'number' }, '1e3', 'Enter a number, like 70 or 70.5'],
    [{ type: 'number', step: 0.1 }, '0.3', 0.3],
    [{ type: 'date' }, '2024-2-29', '2024-02-29'],
    [{ type: 'date' }, '2026-mar-9', '2026-03-09'],
    [{ type: 'date' }, '2026-2-29', 'There is no 29 February 2026'],
    [{ type: 'date' }, '-8-6', 'Date must include a year'],
    [{ type: 'date' }, '26-8-6', 'Year must have 4 digits'],
    [{ type: 'date', max: '2026-08-06' }, '2026-8-7', 'Enter 6 August 2026 or an earlier date'],
    [{ type: 'time' }, '9.05', '09:05'],
    [{ type: 'time' }, '24:00', 'Enter a time, like 2:30pm or 14:30'],
    [{ type: 'datetime' }, '2026-8-6T9:30', '2026-08-06T09:30'],
    [{ type: 'datetime' }, '2026-8-6T', 'Enter the time'],
    [{ type: 'text', max_length: 3 }, 'four', 'Use 3 characters or fewer'],
    [{ type: 'text', pattern: 'fulltime' }, '9:30', 'Enter a time with seconds, like 09:30:00'],
    [{ type: 'text' }, 'a\u0007b', 'Remove the unusual characters'],
    [{ type: 'email' }, 'ada@example', 'Enter an email address, like name@example.com'],
    [{ type: 'tel' }, '+44 1632 960 001', '+44 1632 960 001'],
    [{ type: 'url' }, 'javascript:alert(1)', 'Enter a web address, like https://www.example.com'],
    [{ type: 'radio', options: ['a', 'b'], other: 'Another' }, 'c', 'c'],
    [{ type: 'checkboxes', options: ['a', 'b'] }, ['b', 'a', 'a'], ['a', 'b']],
    [{ type: 'checkboxes', options: ['a', 'b'] }, ['c'], 'Choose from the answers'],
    [{ type: 'checkboxes', options: ['a', none] }, ['none'], ['none']],
    [
      { type: 'checkboxes', options: ['a', none] },
      ['none', 'a'],
      'Choose “None of these” or the others',
    ],
    [
      { type: 'checkboxes', options: [none], other: 'Other' },
      ['none', 'words'],
      'Choose “None of these” or the others',
    ],
    [{ type: 'checkbox', required: true }, false, 'Tick the box to go on'],
    [{ type: 'text' }, { name: 'x' }, 'This answer is not of the kind that the question needs'],
    [{ type: 'signature', required: true }, { name: ' ', signed_on: on }, 'Sign here'],
  ])('%j answered %j', (item, answer, expected) => {
    const { answers, problems } = evaluated([{ id: 'it', label: 'It', ...item }], {
      it: answer,
    } as Answers)
    const [problem] = problems
    if (problem) expect(problem.message.replaceAll('\u00a0', ' ')).toBe(expected)
    else expect(answers).toEqual({ it: expected })
  })

  test('are read as people read them', () => {
    const items = formDefinition.parse([
      eggs,
      { type: 'number', id: 'weight', label: 'Weight', unit: 'kg' },
      { type: 'datetime', id: 'at', label: 'When' },
    ])
    const { pages } = evaluateForm(
      items,
      { eggs: 'no', weight: '1070.5', at: '2026-8-6T15:00' },
      { on },
    )
    const words = pages[0]?.items.map(({ item, value }) => formatAnswer(item as never, value))
    expect(words?.flat().map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'No',
      '1,070.5 kg',
      '6 August 2026 at 3pm',
    ])
  })
})

describe('a group', () => {
  const medicines = {
    type: 'group',
    id: 'medicines',
    label: 'Medicine',
    max: 2,
    items: [
      { type: 'text', id: 'name', label: 'Name', required: true },
      {
        type: 'text',
        id: 'why',
        label: 'Why?',
        show_when: { conditions: [{ item: 'name', operator: 'is_answered' }] },
      },
    ],
  }
  test('drops blank entries, and names what another lacks', () => {
    const given = { medicines: [{ name: 'Aspirin' }, { name: '' }] }
    expect(evaluated([medicines], given)).toMatchObject({
      problems: [],
      answers: { medicines: [{ name: 'Aspirin' }] },
    })
    const wrong = evaluated([medicines], { medicines: [{ name: '', why: 'Pain' }, {}, {}] })
    expect(wrong.problems.map(({ path, message }) => [path, message])).toEqual([
      ['medicines.0.name', 'Enter an answer'],
      ['medicines', 'Enter 2 or fewer'],
    ])
  })
  test('asks for as many as it needs', () => {
    const { problems, pages } = evaluated([{ ...medicines, min: 1 }])
    expect(pages[0]?.items[0]?.entries).toHaveLength(1)
    expect(problems.map(({ path }) => path)).toEqual(['medicines.0.name', 'medicines'])
  })
})

describe('what is calculated', () => {
  const number = (id: string) => ({ type: 'number', id, label: id })
  const calculated = (calculation: string, of: string[]) => ({
    type: 'calculated',
    id: 'result',
    label: 'Result',
    calculation,
    of,
  })
  test.each<[unknown[], Answers, number | undefined]>([
    [[number('a'), number('b'), calculated('sum', ['a', 'b'])], { a: '0.1', b: '0.2' }, 0.3],
    [[number('a'), number('b'), calculated('sum', ['a', 'b'])], { a: '0.1' }, undefined],
    [[number('kg'), number('cm'), calculated('bmi', ['kg', 'cm'])], { kg: 70, cm: '175' }, 22.9],
    [[number('kg'), number('cm'), calculated('bmi', ['kg', 'cm'])], { kg: 70, cm: '0' }, undefined],
    [
      [{ type: 'date', id: 'dob', label: 'Born' }, calculated('age', ['dob'])],
      { dob: '2000-8-7' },
      25,
    ],
    [
      [{ type: 'date', id: 'dob', label: 'Born' }, calculated('age', ['dob'])],
      { dob: '2000-8-6' },
      26,
    ],
    [
      [eggs, { ...eggs, id: 'nuts' }, calculated('score', ['eggs', 'nuts'])],
      { eggs: 'yes', nuts: 'no' },
      2,
    ],
    // What is hidden counts nothing.
    [
      [
        eggs,
        { ...eggs, id: 'nuts', show_when: when('eggs', 'yes') },
        calculated('score', ['eggs', 'nuts']),
      ],
      { eggs: 'no' },
      0,
    ],
  ])('%j with %j', (items, answers, expected) => {
    expect(evaluated(items, answers).answers['result']).toBe(expected)
  })
})

describe('alerts', () => {
  const alert = (level: string, text: string, value = 'yes') => ({
    when: when('eggs', value),
    level,
    text,
    advice: 'Call us before you come',
  })
  test('are raised by shown answers, the worst first, each once', () => {
    const second = { ...details, alerts: [alert('stop', 'Severe allergy')] }
    const first = {
      ...eggs,
      alerts: [alert('warning', 'Allergic to eggs'), alert('stop', 'Never', 'no')],
    }
    expect(evaluated([first, second], { eggs: 'yes' }).alerts).toEqual([
      { item: 'details', level: 'stop', text: 'Severe allergy', advice: 'Call us before you come' },
      {
        item: 'eggs',
        level: 'warning',
        text: 'Allergic to eggs',
        advice: 'Call us before you come',
      },
    ])
    expect(evaluated([first, second], {}).alerts).toEqual([])
  })
})
