import { z } from 'zod'
import { calendarDate, line, paragraph } from './fields.ts'

/** Patterns of answers, by name (specification, section 5). */
export const answerPatterns = {
  date: /^\d{4}\/(?:0[1-9]|1[0-2])\/(?:0[1-9]|[12]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  fulltime: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  hexColor: /^#(?:[\da-f]{3}|[\da-f]{6})$/i,
  rgbColor: /^rgb\((?:\s*(?:25[0-5]|2[0-4]\d|1?\d?\d)\s*(?:,(?!\))|(?=\)))){3}\)$/,
} as const
type AnswerPattern = keyof typeof answerPatterns

/** No property of every object, because answers are kept by id. */
const itemId = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,59}$/, 'Use letters, digits, - and _, beginning with a letter')
  .refine((id) => !(id in {}), 'Use another word')

const item = { id: itemId }
const question = {
  ...item,
  label: line(300).min(1, 'Enter the question'),
  hint: line(500).optional(),
  required: z.boolean().optional(),
}
const length = z.int().min(0).max(20_000)
const typed = {
  ...question,
  min_length: length.optional(),
  max_length: length.optional(),
  pattern: z.enum(Object.keys(answerPatterns) as [AnswerPattern, ...AnswerPattern[]]).optional(),
}
/** A plain text is both label and value. */
const option = z.preprocess(
  (given) => (typeof given === 'string' ? { value: given, label: given } : given),
  z.strictObject({ value: line(200).min(1), label: line(200).min(1) }),
)
const chosen = {
  ...question,
  options: z
    .array(option)
    .min(1, 'Add at least one')
    .max(200)
    .refine(
      (options) => new Set(options.map(({ value }) => value)).size === options.length,
      'Two have the same value',
    ),
}

const kinds = {
  text: z.strictObject({ type: z.literal('text'), ...typed }),
  textarea: z.strictObject({
    type: z.literal('textarea'),
    ...typed,
    rows: z.int().min(1).max(40).optional(),
  }),
  email: z.strictObject({ type: z.literal('email'), ...typed }),
  tel: z.strictObject({ type: z.literal('tel'), ...typed }),
  color: z.strictObject({ type: z.literal('color'), ...typed }),
  number: z.strictObject({
    type: z.literal('number'),
    ...question,
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().positive().optional(),
    unit: line(20).optional(),
  }),
  date: z.strictObject({
    type: z.literal('date'),
    ...question,
    min: calendarDate.optional(),
    max: calendarDate.optional(),
  }),
  time: z.strictObject({ type: z.literal('time'), ...question }),
  select: z.strictObject({ type: z.literal('select'), ...chosen }),
  radio: z.strictObject({ type: z.literal('radio'), ...chosen }),
  checkboxes: z.strictObject({ type: z.literal('checkboxes'), ...chosen }),
  checkbox: z.strictObject({ type: z.literal('checkbox'), ...question }),
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
}
type ItemType = keyof typeof kinds

export const FormItem = z.discriminatedUnion(
  'type',
  Object.values(kinds) as [(typeof kinds)[ItemType], ...(typeof kinds)[ItemType][]],
)
export type FormItem = z.infer<typeof FormItem>

const MOST_ITEMS = 300
const MOST_PROBLEMS = 5

/** A list, or JSON of one. Items without an id get one; errors name an item by its number. */
export const formDefinition = z
  .unknown()
  .transform((given, context): FormItem[] => {
    const items = listOf(given)
    const problems = typeof items === 'string' ? [items] : problemsOf(items)
    for (const message of problems.slice(0, MOST_PROBLEMS)) {
      context.addIssue({ code: 'custom', message })
    }
    return typeof items === 'string' || problems.length > 0 ? z.NEVER : parsedItems(items)
  })
  .meta({ description: 'A list of items, or JSON of one; see the answer for what an item has' })

function listOf(given: unknown): unknown[] | string {
  let list = given
  if (typeof given === 'string') {
    try {
      list = JSON.parse(given)
    } catch {
      return 'This is not JSON'
    }
  }
  if (!Array.isArray(list)) return 'Enter a list of items: [ … ]'
  if (list.length > MOST_ITEMS) return `Enter ${MOST_ITEMS} items or fewer`
  return list.map(withId)
}

function withId(given: unknown): unknown {
  if (!isItem(given) || !isKnown(given['type'])) return given
  const { id, ...rest } = given
  const isMissing = id === undefined || id === null || id === ''
  return isMissing ? { id: `${given['type']}-${randomPart()}`, ...rest } : given
}

const randomPart = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const isItem = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const isKnown = (type: unknown): type is ItemType =>
  typeof type === 'string' && Object.hasOwn(kinds, type)

function problemsOf(items: readonly unknown[]): string[] {
  const placeOf = new Map<unknown, number>()
  return items.flatMap((given, place) => {
    const number = place + 1
    if (!isItem(given)) return [`Item ${number} is not an item. Write it as { "type": … }`]
    const { id, type } = given
    const name = `Item ${number}${typeof id === 'string' ? ` (${id.slice(0, 60)})` : ''}`
    if (!isKnown(type)) return [`${name}: ${typeProblem(type)}`]
    const earlier = placeOf.get(id)
    if (earlier !== undefined) return [`${name}: item ${earlier} has this id already`]
    placeOf.set(id, number)
    const parsed = kinds[type].safeParse(given)
    return (parsed.error?.issues ?? []).map((issue) => `${name}: ${issueInWords(issue)}`)
  })
}

const typeProblem = (type: unknown) =>
  `its type must be one of ${Object.keys(kinds).join(', ')}${
    typeof type === 'string' ? `, not “${type.slice(0, 60)}”` : ''
  }`

function issueInWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `“${issue.keys[0]?.slice(0, 60)}” is not known for this type`
  }
  return `${issue.path.join('.')}: ${issue.message}`
}

const parsedItems = (items: readonly unknown[]): FormItem[] =>
  items.map((given) => FormItem.parse(given))
