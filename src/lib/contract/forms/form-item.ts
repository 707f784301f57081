import { z } from 'zod'
import { calendarDate, line, paragraph, plainDate } from '../fields.ts'
import {
  type AnswerPattern,
  answerPatterns,
  MOST_ENTRIES,
  prefillFields,
} from './form-constants.ts'

/** No property of every object, because answers are kept by id. */
const itemId = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,59}$/, 'Use letters, digits, - and _, beginning with a letter')
  .refine((id) => !(id in {}), 'Use another word')

const comparedText = (longest: number) => line(longest).min(1, 'Enter what to compare with')
const comparedValue = z.union([comparedText(200), z.number(), z.boolean()])

const Condition = z.discriminatedUnion('operator', [
  z.strictObject({
    item: itemId,
    operator: z.enum(['is', 'is_not', 'is_not_or_unanswered']),
    value: comparedValue,
  }),
  z.strictObject({
    item: itemId,
    operator: z.literal('is_one_of'),
    values: z.array(comparedValue).min(1, 'Add at least one').max(200),
  }),
  z.strictObject({ item: itemId, operator: z.literal('includes'), value: comparedText(200) }),
  z.strictObject({
    item: itemId,
    operator: z.enum(['more_than', 'at_least', 'less_than', 'at_most']),
    value: z.union([z.number(), comparedText(20)]),
  }),
  z.strictObject({ item: itemId, operator: z.literal('is_answered') }),
])
export type Condition = z.infer<typeof Condition>
export type ConditionOperator = Condition['operator']

const ConditionGroup = z.strictObject({
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(Condition).min(1, 'Add a condition').max(20, 'Use 20 conditions or fewer'),
})
export type ConditionGroup = z.infer<typeof ConditionGroup>

/** `text` is for staff; `advice` tells the patient what to do. */
const AnswerAlert = z
  .strictObject({
    when: ConditionGroup,
    level: z.enum(['warning', 'stop']),
    text: line(200).min(1, 'Enter what staff should see'),
    advice: paragraph(1_000).optional(),
  })
  .refine(({ level, advice }) => level !== 'stop' || Boolean(advice), {
    path: ['advice'],
    error: 'Enter what the patient should do',
  })
export type AnswerAlert = z.infer<typeof AnswerAlert>

const item = { id: itemId, show_when: ConditionGroup.optional() }
const alerts = z.array(AnswerAlert).max(10, 'Use 10 alerts or fewer').optional()
const question = {
  ...item,
  label: line(300).min(1, 'Enter the question'),
  hint: line(500).optional(),
  required: z.boolean().optional(),
  alerts,
}
const prefilled = {
  prefill: z.enum(prefillFields).optional(),
  prefill_answer: itemId.optional(),
}
/** The question starts with it where the record has nothing; not allowed inside a group. */
const beginsWith = <Value extends z.ZodType>(value: Value) => ({ initial: value.optional() })
const length = z.int().min(0).max(20_000)
const typed = {
  ...question,
  ...prefilled,
  ...beginsWith(paragraph(20_000).min(1)),
  min_length: length.optional(),
  max_length: length.optional(),
  pattern: z.enum(Object.keys(answerPatterns) as [AnswerPattern, ...AnswerPattern[]]).optional(),
}
const option = {
  value: line(200).min(1),
  label: line(200).min(1),
  hint: line(300).optional(),
  score: z.number().optional(),
}
/** A plain text is both label and value. */
const optionList = <Option extends z.ZodType<{ value: string }>>(one: Option) =>
  z
    .array(
      z.preprocess(
        (given) => (typeof given === 'string' ? { value: given, label: given } : given),
        one,
      ),
    )
    .min(1, 'Add at least one')
    .max(200)
    .refine(
      (options) => new Set(options.map(({ value }) => value)).size === options.length,
      'Two have the same value',
    )
const chosen = {
  ...question,
  ...prefilled,
  options: optionList(z.strictObject(option)),
  other: line(200).min(1).optional(),
}

const questionTypes = {
  text: z.strictObject({ type: z.literal('text'), ...typed }),
  textarea: z.strictObject({
    type: z.literal('textarea'),
    ...typed,
    rows: z.int().min(1).max(40).optional(),
  }),
  email: z.strictObject({ type: z.literal('email'), ...typed }),
  tel: z.strictObject({ type: z.literal('tel'), ...typed }),
  url: z.strictObject({ type: z.literal('url'), ...typed }),
  color: z.strictObject({ type: z.literal('color'), ...typed }),
  number: z.strictObject({
    type: z.literal('number'),
    ...question,
    ...prefilled,
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().positive().optional(),
    unit: line(20).optional(),
    ...beginsWith(z.number()),
  }),
  date: z.strictObject({
    type: z.literal('date'),
    ...question,
    ...prefilled,
    min: calendarDate.optional(),
    max: calendarDate.optional(),
    ...beginsWith(plainDate),
  }),
  time: z.strictObject({
    type: z.literal('time'),
    ...question,
    ...prefilled,
    ...beginsWith(line(20).min(1)),
  }),
  datetime: z.strictObject({
    type: z.literal('datetime'),
    ...question,
    ...prefilled,
    ...beginsWith(line(20).min(1)),
  }),
  select: z.strictObject({
    type: z.literal('select'),
    ...chosen,
    ...beginsWith(line(200).min(1)),
  }),
  radio: z.strictObject({ type: z.literal('radio'), ...chosen, ...beginsWith(line(200).min(1)) }),
  checkboxes: z.strictObject({
    type: z.literal('checkboxes'),
    ...chosen,
    options: optionList(z.strictObject({ ...option, exclusive: z.literal(true).optional() })),
    ...beginsWith(z.array(line(200).min(1)).min(1).max(200)),
  }),
  checkbox: z.strictObject({
    type: z.literal('checkbox'),
    ...question,
    ...prefilled,
    ...beginsWith(z.literal(true)),
  }),
  signature: z.strictObject({ type: z.literal('signature'), ...question }),
  file: z.strictObject({
    type: z.literal('file'),
    ...question,
    /** File types, such as `image/*` or `application/pdf`. */
    accept: z
      .array(z.string().regex(/^[\w.+-]+\/(?:\*|[\w.+-]+)$/))
      .max(20)
      .optional(),
    multiple: z.boolean().optional(),
  }),
  heading: z.strictObject({ type: z.literal('heading'), ...item, label: line(300).min(1) }),
  paragraph: z.strictObject({ type: z.literal('paragraph'), ...item, text: paragraph(5_000) }),
  calculated: z.strictObject({
    type: z.literal('calculated'),
    ...item,
    label: line(300).min(1, 'Enter what it shows'),
    hint: line(500).optional(),
    calculation: z.enum(['sum', 'score', 'bmi', 'age']),
    of: z.array(itemId).min(1, 'Choose what it is calculated from').max(300),
    unit: line(20).optional(),
    alerts,
  }),
}
type QuestionType = keyof typeof questionTypes

const GroupedItem = z.discriminatedUnion(
  'type',
  Object.values(questionTypes) as [
    (typeof questionTypes)[QuestionType],
    ...(typeof questionTypes)[QuestionType][],
  ],
)
export type GroupedItem = z.infer<typeof GroupedItem>

export const itemKinds = {
  ...questionTypes,
  page: z.strictObject({ type: z.literal('page'), ...item, label: line(300).min(1) }),
  group: z
    .strictObject({
      type: z.literal('group'),
      ...item,
      label: line(300).min(1, 'Enter what is repeated'),
      hint: line(500).optional(),
      min: z.int().min(0).max(50).optional(),
      max: z.int().min(1).max(50).optional(),
      add_label: line(60).optional(),
      items: z.array(GroupedItem).min(1, 'Add a question').max(50),
    })
    .refine(({ min = 0, max = MOST_ENTRIES }) => min <= max, {
      path: ['max'],
      error: 'Must be as many as the fewest, or more',
    }),
}
export type ItemType = keyof typeof itemKinds

export const FormItem = z.discriminatedUnion(
  'type',
  Object.values(itemKinds) as [(typeof itemKinds)[ItemType], ...(typeof itemKinds)[ItemType][]],
)
export type FormItem = z.infer<typeof FormItem>
export const FormItems = z.array(FormItem) as unknown as z.ZodType<FormItem[], FormItem[]>
export type FormItemByType<Type extends ItemType> = Extract<FormItem, { type: Type }>
