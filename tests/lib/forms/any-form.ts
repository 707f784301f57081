import fc from 'fast-check'
import type { Answer, Answers } from '#lib/contract/forms/form-answers.ts'
import { formDefinition, operatorsOf } from '#lib/contract/forms/form-definition.ts'
import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'

/* Definitions that parse, and answers of every kind, right and wrong. */

const values = ['a', 'b', 'c']
const kinds = [
  { type: 'text' },
  { type: 'text', pattern: 'email', min_length: 2, max_length: 8 },
  { type: 'number', min: 0, max: 10 },
  { type: 'date' },
  { type: 'time' },
  { type: 'checkbox' },
  { type: 'radio', options: values.map((value, score) => ({ value, label: value, score })) },
  { type: 'checkboxes', options: values },
  { type: 'select', options: values, other: 'Another' },
  { type: 'file' },
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
    case 'checkbox':
      return fc.boolean()
    default:
      return fc.constantFrom(...values)
  }
}

const conditionOn = (item: GroupedItem) =>
  fc.tuple(fc.constantFrom(...operatorsOf(item)), comparedTo(item)).map(([operator, value]) => {
    if (operator === 'is_answered') return { item: item.id, operator }
    if (operator === 'is_one_of') return { item: item.id, operator, values: [value] }
    return { item: item.id, operator, value }
  })

/** Each item may look at one that stands before it. */
function chained(seeds: readonly { kind: object; looksAt: number; isRequired: boolean }[]) {
  return seeds.reduce<fc.Arbitrary<GroupedItem[]>>(
    (before, { kind, looksAt, isRequired }, place) =>
      before.chain((items) => {
        const known = items.filter((item) => operatorsOf(item).length > 0)
        const target = known[looksAt % Math.max(1, known.length)]
        const item = {
          ...kind,
          id: `item${place}`,
          ...(!('text' in kind) && { label: `Question ${place}`, required: isRequired }),
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
export { anyAnswer }
