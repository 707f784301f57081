import { describe, expect, test } from 'vitest'
import { answerPatterns } from '#lib/contract/forms/form-constants.ts'
import { formDefinition, unknownProperties } from '#lib/contract/forms/form-definition.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { beyondCorrection } from '#lib/forms/beyond-correction.ts'

const text = { type: 'text', id: 'where', label: 'Where do you travel to?' }
const radio = { type: 'radio', id: 'fever', label: 'A fever?', options: ['Yes', 'No'] }
const read = (given: unknown) => formDefinition.parse(given)
const problems = (given: unknown) =>
  formDefinition.safeParse(given).error?.issues.map(({ message }) => message) ?? []

describe('the definition of a form', () => {
  test('is a list of items, or JSON of one', () => {
    const items = [
      text,
      { ...radio, options: [{ value: 'y', label: 'Yes' }, 'No'], required: true },
      { type: 'number', id: 'weight', label: 'Weight', min: 1, max: 400, unit: 'kg' },
      { type: 'email', id: 'mail', label: 'E-mail', pattern: 'email', max_length: 200 },
      { type: 'file', id: 'letter', label: 'A letter', accept: ['image/*', 'application/pdf'] },
      { type: 'heading', id: 'about', label: 'About you' },
      { type: 'paragraph', id: 'words', text: 'Please read.\n\nThank you.' },
      { type: 'signature', id: 'signed', label: 'Sign here' },
    ]
    const expected = items.with(1, {
      ...radio,
      options: [
        { value: 'y', label: 'Yes' },
        { value: 'No', label: 'No' },
      ],
      required: true,
    } as (typeof items)[1])
    expect(read(items)).toEqual(expected)
    expect(read(JSON.stringify(items))).toEqual(expected)
    expect(read('[]')).toEqual([])
  })

  test('gives an item without an id one of its type and a random part', () => {
    const ids = read([
      { type: 'text', label: 'A' },
      { type: 'text', id: '', label: 'B' },
      { type: 'date', id: null, label: 'C' },
      text,
    ]).map(({ id }) => id)
    expect(ids[0]).toMatch(/^text-[0-9a-f]{8}$/)
    expect(ids[2]).toMatch(/^date-[0-9a-f]{8}$/)
    expect(ids[3]).toBe('where')
    expect(new Set(ids).size).toBe(4)
  })

  test('keeps what no kind of item knows, and says so', () => {
    const items = [
      { ...text, class_name: 'wide', requird: true },
      { type: 'group', id: 'doses', label: 'Doses', items: [{ ...radio, source: { row: 4 } }] },
    ]
    const kept = read(items)
    expect(kept).toMatchObject(items.map(({ type, id }) => ({ type, id })))
    expect(kept[0]).toEqual(items[0])
    expect(kept[1]).toMatchObject({ items: [{ id: 'fever', source: { row: 4 } }] })
    expect(unknownProperties(kept)).toEqual([
      'Item 1 (where): “class_name” is kept, and has no effect',
      'Item 1 (where): “requird” is kept, and has no effect',
      'Item 2.1 (fever): “source” is kept, and has no effect',
    ])
    expect(read(kept)).toEqual(kept)
  })

  test.each<[unknown, string | RegExp]>([
    ['[{]', 'This is not JSON'],
    ['{}', 'Enter a list of items: [ … ]'],
    [7, 'Enter a list of items: [ … ]'],
    [Array.from({ length: 301 }, () => text), 'Enter 300 items or fewer'],
    [[text, 'a'], 'Item 2 is not an item. Write it as { "type": … }'],
    [[{ label: 'A' }], /^Item 1: its type must be one of text, textarea, .*group$/],
    [[{ ...text, type: 'tetx' }], /^Item 1 \(where\): its type .*, not “tetx”$/],
    [[{ ...text, type: 'constructor' }], /not “constructor”$/],
    [[text, { ...radio, id: 'where' }], 'Item 2 (where): item 1 has this id already'],
    [[{ ...text, id: 'constructor' }], 'Item 1 (constructor): id: Use another word'],
    [[{ ...text, id: '__proto__' }], /^Item 1 \(__proto__\): id: Use letters/],
    [[{ ...text, rows: 3 }], 'Item 1 (where): “rows” is not known for this type'],
    [[{ ...text, label: ' ' }], 'Item 1 (where): label: Enter the question'],
    [[{ ...text, pattern: 'phone' }], /^Item 1 \(where\): pattern: /],
    [[{ ...radio, options: [] }], 'Item 1 (fever): options: Add at least one'],
    [[{ ...radio, options: ['a', 'a'] }], 'Item 1 (fever): options: Two have the same value'],
    [[text, { ...radio, required: 'yes' }], /^Item 2 \(fever\): required: /],
  ])('refuses %j and says which item', (given, problem) => {
    const [first] = problems(given)
    if (typeof problem === 'string') expect(first).toBe(problem)
    else expect(first).toMatch(problem)
  })

  test('says of several at once, and not of all', () => {
    expect(problems(Array.from({ length: 9 }, () => ({ type: 'no' })))).toHaveLength(5)
  })
})

describe('references', () => {
  const asks = (item: string, operator = 'is', value: unknown = 'Yes') => ({
    conditions: [{ item, operator, value }],
  })
  const group = {
    type: 'group',
    id: 'medicines',
    label: 'Medicine',
    items: [
      { type: 'text', id: 'name', label: 'Name' },
      { type: 'text', id: 'dose', label: 'Dose', show_when: asks('name', 'is', 'A') },
    ],
  }
  const age = { type: 'calculated', id: 'age', label: 'Age', calculation: 'age' }
  test.each<[string, unknown[], string]>([
    [
      'to a later item',
      [{ ...text, show_when: asks('fever') }, radio],
      'Item 1 (where): “fever” comes later, or is repeated. Refer to an earlier item',
    ],
    [
      'to itself',
      [{ ...radio, show_when: asks('fever') }],
      'Item 1 (fever): “fever” comes later, or is repeated. Refer to an earlier item',
    ],
    [
      'to nothing',
      [{ ...text, show_when: asks('nothing') }],
      'Item 1 (where): there is no item “nothing”',
    ],
    [
      'into a group',
      [group, { ...text, show_when: asks('name') }],
      'Item 2 (where): “name” comes later, or is repeated. Refer to an earlier item',
    ],
    [
      'to a group',
      [group, { ...text, show_when: asks('medicines') }],
      'Item 2 (where): “medicines” has no answer to look at',
    ],
    [
      'to another choice',
      [radio, { ...text, show_when: asks('fever', 'is', 'Maybe') }],
      'Item 2 (where): “fever” is never "Maybe"',
    ],
    [
      'to the wrong kind',
      [radio, { ...text, show_when: asks('fever', 'more_than', 3) }],
      'Item 2 (where): “more_than” does not work with “fever”',
    ],
    [
      'of an alert',
      [{ ...text, alerts: [{ when: asks('fever'), level: 'warning', text: 'Hot' }] }, radio],
      'Item 1 (where): “fever” comes later, or is repeated. Refer to an earlier item',
    ],
    [
      'of a page',
      [{ type: 'page', id: 'one', label: 'One', show_when: asks('fever') }, radio],
      'Item 1 (one): “fever” comes later, or is repeated. Refer to an earlier item',
    ],
    [
      'within a group',
      [{ ...group, items: group.items.toReversed() }],
      'Item 1.1 (dose): “name” comes later, or is repeated. Refer to an earlier item',
    ],
    [
      'of a calculation',
      [radio, { ...age, of: ['fever'] }],
      'Item 2 (age): “fever” cannot be used for “age”',
    ],
    [
      'of too many',
      [radio, { ...age, of: ['fever', 'fever'] }],
      'Item 2 (age): “age” is calculated from one item',
    ],
    [
      'twice in groups',
      [group, { ...text, id: 'dose' }],
      'Item 2 (dose): item 1.2 has this id already',
    ],
  ])('are refused by item: %s', (_, items, problem) => {
    expect(problems(items)[0]).toBe(problem)
  })
  test('an alert may look at its own answer; a stop says what to do', () => {
    const alert = { when: asks('fever'), level: 'stop', text: 'Hot' }
    expect(problems([{ ...radio, alerts: [alert] }])).toEqual([
      'Item 1 (fever): alerts.0.advice: Enter what the patient should do',
    ])
    expect(problems([{ ...radio, alerts: [{ ...alert, advice: 'Stay at home' }] }])).toEqual([])
    expect(problems([radio, group, { ...text, show_when: asks('fever') }])).toEqual([])
  })
})

describe('a small correction', () => {
  const items = read([text, radio]) as FormItem[]
  const [where, fever] = items as [FormItem, FormItem]
  const texts = { ...fever, label: 'Are you hot?' } as FormItem

  test('changes words, their order and what stands between them', () => {
    const between = read([{ type: 'heading', id: 'head', label: 'Health' }])
    expect(beyondCorrection(items, [...between, texts, where])).toBeNull()
  })
  test.each<[string, FormItem[], string]>([
    ['a question goes', [where], `removes “${radio.label}”`],
    ['one comes', [...items, ...read([{ ...text, id: 'when', label: 'When?' }])], 'adds “When?”'],
    [
      'another kind',
      [{ ...where, type: 'textarea' } as FormItem, fever],
      `changes what “${text.label}” asks, not only its words`,
    ],
    [
      'another choice',
      [where, ...read([{ ...radio, options: ['Yes', 'Never'] }])],
      `changes what “${radio.label}” asks, not only its words`,
    ],
  ])('is none where %s', (_, later, how) => {
    expect(beyondCorrection(items, later)).toBe(`This ${how}: make it a new version`)
  })
})

test.each([
  ['date', '2026/08/06', '2026/13/06'],
  ['time', '09:30', '24:00'],
  ['fulltime', '23:59:59', '9:30:00'],
  ['email', 'ada@example.test', 'ada@example'],
  ['hexColor', '#1A2b3c', '#12'],
  ['rgbColor', 'rgb(0, 128,255)', 'rgb(0, 256, 1)'],
] as const)('the pattern %s knows what it is called', (name, right, wrong) => {
  expect(answerPatterns[name].test(right)).toBe(true)
  expect(answerPatterns[name].test(wrong)).toBe(false)
})
