import fc from 'fast-check'
import type { Answer, Answers } from '#lib/contract/forms/form-answers.ts'
import { findOperators, formDefinition } from '#lib/contract/forms/form-definition.ts'
import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'

/* Definitions that parse, and answers of every kind, right and wrong. */

const values = ['a', 'b', 'c']
const kinds = [
  { type: 'text' },
  { type: 'text', pattern: 'email', min_length: 2, max_length: 8 },
  { type: 'number', min: 0, max: 10 },
  { type: 'number', min: 0, step: 1, unit: 'kg', initial: 3 },
  { type: 'textarea', rows: 3, initial: 'One\nTwo' },
  { type: 'email', prefill: 'email', hint: 'We only write to confirm' },
  { type: 'tel' },
  { type: 'url' },
  { type: 'color', pattern: 'hexColor' },
  { type: 'datetime', initial: '2026-08-06T09:30' },
  { type: 'signature' },
  { type: 'heading' },
  {
    type: 'radio',
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
    initial: 'no',
  },
  { type: 'date', min: '2020-02-29' },
  { type: 'time' },
  { type: 'checkbox' },
  { type: 'radio', options: values.map((value, score) => ({ value, label: value, score })) },
  { type: 'checkboxes', options: values, initial: ['a', 'c'] },
  { type: 'checkboxes', options: ['a', 'b', { value: 'c', label: 'C', exclusive: true }] },
  { type: 'select', options: values, other: 'Another' },
  { type: 'radio', options: values, other: 'Another', initial: 'My own words' },
  { type: 'checkboxes', options: values, other: 'Another', initial: ['a', 'My own words'] },
  { type: 'file', accept: ['image/*'], multiple: true },
  { type: 'paragraph', text: 'Please read this.' },
]

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  fc.constantFrom<Answer>(
    '',
    'a',
    'b',
    'zz',
    'ada@example.test',
    '5',
    '2026-8-6',
    '9:30',
    '\u00e9',
  ),
  fc.constantFrom<Answer>(3, true, false, ['a'], ['a', 'c'], [], ['x', 'y']),
  fc.string({ maxLength: 9 }),
)

const comparedTo = (item: GroupedItem) => {
  switch (item.type) {
    case 'number':
      return fc.constantFrom<number | string | boolean>(0, 3, 5)
    case 'date':
      return fc.constant('2026-08-06')
    case 'time':
      return fc.constant('09:30')
    case 'datetime':
      return fc.constant('2026-08-06T09:30')
    case 'checkbox':
      return fc.constant(true)
    case 'radio':
    case 'select':
    case 'checkboxes':
      return fc.constantFrom(...item.options.map((option) => option.value ?? String(option)))
    default:
      return fc.constantFrom(...values)
  }
}

const conditionOn = (item: GroupedItem) =>
  fc.tuple(fc.constantFrom(...findOperators(item)), comparedTo(item)).map(([operator, value]) => {
    if (operator === 'is_answered') return { item: item.id, operator }
    if (operator === 'is_one_of') return { item: item.id, operator, values: [value] }
    return { item: item.id, operator, value }
  })

const isAsked = (kind: { type: string }) => !['heading', 'paragraph'].includes(kind.type)

/** Each item may look at one that stands before it. */
function chained(
  seeds: readonly { kind: { type: string }; looksAt: number; isRequired: boolean }[],
) {
  return seeds.reduce<fc.Arbitrary<GroupedItem[]>>(
    (before, { kind, looksAt, isRequired }, place) =>
      before.chain((items) => {
        const known = items.filter((item) => findOperators(item).length > 0)
        const target = known[looksAt % Math.max(1, known.length)]
        const item = {
          ...kind,
          id: `item${place}`,
          ...(!('text' in kind) && { label: `Question ${place}` }),
          ...(isAsked(kind) && { required: isRequired }),
        }
        if (!target || looksAt % 3 === 0) return fc.constant([...items, item as GroupedItem])
        return conditionOn(target).map((condition) => [
          ...items,
          { ...item, show_when: { match: 'all', conditions: [condition] } } as GroupedItem,
        ])
      }),
    fc.constant([]),
  )
}

const anyItems = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      looksAt: fc.nat(20),
      isRequired: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain(chained)

export const anyForm: fc.Arbitrary<{ items: FormItem[]; answers: Answers }> = anyItems.chain(
  (items) =>
    fc.record({
      items: fc.constant(formDefinition.parse(items)),
      answers: fc
        .array(fc.option(anyAnswer, { nil: undefined }), {
          minLength: items.length,
          maxLength: items.length,
        })
        .map((given) =>
          Object.fromEntries(
            items.flatMap(({ id }, place) => {
              const answer = given[place]
              return answer === undefined ? [] : [[id, answer]]
            }),
          ),
        ),
    }),
)

/** With pages, a group that repeats, a score, alerts and conditions of several parts. */
export const anyWholeForm: fc.Arbitrary<FormItem[]> = fc
  .record({
    begun: anyItems,
    repeated: anyItems,
    pages: fc.array(fc.nat(12), { maxLength: 3 }),
    match: fc.constantFrom('all', 'any'),
    least: fc.constantFrom(undefined, 0, 2),
    isAlerting: fc.boolean(),
  })
  .map(({ begun, repeated, pages, match, least, isAlerting }) => {
    const parsed = formDefinition.parse(begun)
    const conditions = parsed
      .filter((item) => item.type !== 'file' && item.type !== 'signature')
      .flatMap((item) => {
        const operators = findOperators(item as GroupedItem)
        if (!operators.includes('is_answered')) return []
        const isOne = { item: item.id, operator: 'is_answered' }
        return 'options' in item && operators.includes('is_not')
          ? [{ item: item.id, operator: 'is_not', value: item.options[0]?.value }, isOne]
          : [isOne]
      })
      .slice(0, 4)
    const when = { match, conditions }
    const group = {
      type: 'group',
      id: 'several',
      label: 'Each of them',
      hint: 'As many as you know',
      ...(least !== undefined && { min: least }),
      add_label: 'Add one more',
      items: repeated.map((item) => inGroup(item as Record<string, unknown>)),
      ...(conditions.length > 0 && { show_when: when }),
    }
    const scored = parsed.filter(({ type }) => type === 'radio' || type === 'checkboxes')
    const score = {
      type: 'calculated',
      id: 'total',
      label: 'Total',
      calculation: 'score',
      of: scored.map(({ id }) => id),
      ...(isAlerting && {
        alerts: [
          {
            when: { conditions: [{ item: 'total', operator: 'more_than', value: 2 }] },
            level: 'stop',
            text: 'High',
            advice: 'Call us',
          },
        ],
      }),
    }
    const list: object[] = [...parsed, group, ...(scored.length > 0 ? [score] : [])]
    pages.forEach((at, number) => {
      list.splice(at, 0, { type: 'page', id: `page${number}`, label: `Page ${number}` })
    })
    return formDefinition.parse(list)
  })

/** Ids are unique in a form, and what repeats begins empty. */
function inGroup({ initial: _, ...item }: Record<string, unknown>): object {
  const text = JSON.stringify(item).replaceAll(/"item(\d+)"/g, '"inner$1"')
  return JSON.parse(text)
}

export { anyAnswer }
