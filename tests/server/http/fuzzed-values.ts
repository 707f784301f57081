import fc from 'fast-check'

/** As much of JSON Schema as the OpenAPI document uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Texts that have broken programs before. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '%00',
    '%',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'NaN',
    '-1',
    '1e309',
    '99999999999999999999',
    '9999-12-31',
    '10000-01-01',
    '2026-02-30',
    '9999-12-31T23:59:60Z',
    'javascript:alert(1)',
    '{{7*7}}',
    '=1+1',
    'x'.repeat(3_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Values that no schema of ours asks for. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom<unknown>(null, [], {}, [[]], { $ne: null }, 2 ** 31, -(2 ** 53), 1e308),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that the schema lets through, so that what lies behind it is reached. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(fitting))
  if (schema.allOf) return fitting(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1_000, max: Math.min(schema.maximum ?? 1_000, 20) }),
        fc.constant(schema.maximum ?? 2_147_483_647),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return fittingObject(schema)
    default:
      return text(schema)
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const date = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2199-12-31'),
    noInvalidDate: true,
  })
  if (format === 'date') return date.map((day) => day.toISOString().slice(0, 10))
  if (format === 'date-time') return date.map((day) => day.toISOString())
  if (format === 'email') return fc.constantFrom('ada@example.test', 'a+b@example.test')
  if (format === 'uri') return fc.webUrl()
  const typed = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
  if (!pattern || /\(\?|\\p|\\u/.test(pattern)) return typed
  return fc.oneof(typed, fc.stringMatching(new RegExp(pattern)))
}

function fittingObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, fitting(of)])),
    { requiredKeys: required.filter((name) => name in properties) },
  )
}

/** An object that fits, or nearly: one field hostile, missing, unknown, or all of it something else. */
export function nearly(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  const fits = fitting(schema)
  const spoiled = fc
    .tuple(fits, fc.constantFrom(...(names.length > 0 ? names : ['unheard_of'])), hostile)
    .map(([object, name, value]) => ({ ...(object as object), [name]: value }))
  const grown = fc
    .tuple(fits, fc.constantFrom('unheard_of', '__proto__', 'id', 'is_superuser'), hostile)
    .map(([object, name, value]) => ({ ...(object as object), [name]: value }))
  return fc.oneof(
    { arbitrary: fits, weight: 4 },
    { arbitrary: spoiled, weight: 4 },
    { arbitrary: grown, weight: 1 },
    { arbitrary: hostile, weight: 1 },
  )
}

/** A value of a path or a query string. */
export const nearlyText = (schema: Schema): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fitting(schema).map(String), weight: 3 },
    { arbitrary: hostileText, weight: 2 },
  )
