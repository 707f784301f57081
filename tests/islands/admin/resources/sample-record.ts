import { z } from 'zod'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maxLength?: number
}

/** A word that cannot be broken, a sentence, markup that must stay text, and other scripts. */
const LONG = `${'Donaudampfschifffahrt'.repeat(8)} of <b>Łódź</b> and عيادة ${'and so on '.repeat(12)}`

/**
 * A record that a schema lets through, with something in every field.
 * @param long texts are as long as their field takes, to 200 signs; else they say which field it is.
 */
export function sampleRecord(
  schema: z.ZodType,
  id: number,
  { long = false, ...given }: Record<string, unknown> & { long?: boolean } = {},
): AdminRecord {
  const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema
  const made = makeSample(described, { name: '', id, long }) as object
  const record = { ...made, id, ...given }
  expectFitting(schema, record)
  return record
}

function expectFitting(schema: z.ZodType, record: object) {
  const { error } = schema.safeParse(record)
  if (error) throw new Error(`The sample is no such record: ${error.message}`)
}

type About = { name: string; id: number; long: boolean }

function makeSample(schema: Schema, about: About): unknown {
  const { type, properties, items, anyOf, const: constant, enum: choices } = schema
  if (anyOf) return makeSample(anyOf.find((one) => one.type !== 'null') ?? {}, about)
  if (choices) return choices[0]
  if (constant !== undefined) return constant
  switch (Array.isArray(type) ? type.find((one) => one !== 'null') : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, of]) => [
          name,
          makeSample(of, { ...about, name }),
        ]),
      )
    case 'array':
      // Items of many kinds are none of a list's business.
      return items?.type || items?.anyOf ? [makeSample(items, about)] : []
    case 'integer':
    case 'number':
      return about.name === 'id' ? about.id : Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return findText(schema, about)
  }
}

const FORMATS: Record<string, string> = {
  date: '2026-08-06',
  'date-time': '2026-08-06T09:30:00Z',
  uri: 'https://clinic.example/api/1/',
  uuid: '3f0e7a34-7c8f-4f0e-9f4e-0c6a4f2f7a11',
  email: 'ada@example.test',
}
/** For texts that are made in a certain way. */
const MADE = ['12.50', 'quay-street', '7K3MQ-2XW9P']

function findText({ format = '', pattern, maxLength = 200 }: Schema, { name, id, long }: About) {
  if (FORMATS[format] !== undefined) return FORMATS[format]
  if (name === 'nhs_number') return '9434765919'
  const words = `${name.replaceAll('_', ' ')} ${id}`
  const plain = (long ? `${words} ${LONG}` : words).slice(0, Math.min(maxLength, 200)).trim()
  const fits = (text: string) => !pattern || new RegExp(pattern, 'u').test(text)
  return [plain, ...MADE].find(fits) ?? plain
}
