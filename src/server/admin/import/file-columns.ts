import { z } from 'zod'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { type FileRow, wrongFile } from './read-csv.ts'

type FileColumn = { place: number; kinds: ReadonlySet<string> }

export type FileColumns = {
  id: number | null
  fields: ReadonlyMap<string, FileColumn>
  leftOut: string[]
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')

/**
 * Columns in any order, by field name or label. "Number" is the record's id, as in our exports.
 * @throws Refusal `invalid` at `file` for duplicates, or without a column that identifies records.
 */
export function fileColumns(of: AnyAdminResource, head: readonly string[]): FileColumns {
  const names = new Map<string, string>()
  for (const field of Object.keys(of.write.shape)) {
    const shown = of.references[field]?.shown
    for (const name of [field, of.labels[field], shown]) if (name) names.set(plain(name), field)
  }
  const fields = new Map<string, FileColumn>()
  const leftOut: string[] = []
  let id: number | null = null
  for (const [place, heading] of head.entries()) {
    const name = plain(heading)
    const field = names.get(name)
    const isId = name === 'number' || name === 'id'
    if ((isId && id !== null) || (field !== undefined && fields.has(field))) {
      throw wrongFile(`The file has two “${heading}” columns. Remove one.`)
    }
    if (isId) id = place
    else if (field !== undefined) fields.set(field, { place, kinds: valueKinds(of, field) })
    else if (heading !== '') leftOut.push(heading)
  }
  const missing = id === null ? neededFields(of).filter((field) => !fields.has(field)) : []
  if (missing.length > 0) {
    const labels = missing.map((field) => `“${of.labels[field] ?? field}”`)
    throw wrongFile(`The first row must have the column names. Missing: ${labels.join(', ')}.`)
  }
  return { id, fields, leftOut }
}

const neededFields = ({ imports, write }: AnyAdminResource): string[] =>
  imports?.key
    ? [imports.key]
    : Object.entries(write.shape).flatMap(([field, schema]) =>
        (schema as z.ZodType).safeParse(undefined).success ? [] : [field],
      )

/** Our exports put an apostrophe before a formula. */
const KEPT_FROM_RUNNING = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/

export const cellText = (row: FileRow, place: number | undefined): string =>
  (place === undefined ? '' : (row.cells[place] ?? '')).replace(KEPT_FROM_RUNNING, '')

/** Leaves wrong values to the field's schema. */
export function cellValue(row: FileRow, column: FileColumn | undefined): unknown {
  const text = cellText(row, column?.place)
  const kinds = column?.kinds ?? NO_KINDS
  if (text === '' && kinds.has('null')) return null
  if (kinds.has('boolean')) return TRUTHS[text.toLowerCase()] ?? text
  if (kinds.has('number') || kinds.has('integer')) return text === '' ? undefined : Number(text)
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return kinds.has('date') && day && month
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : text
}

const NO_KINDS: ReadonlySet<string> = new Set()

const TRUTHS: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  false: false,
  no: false,
  n: false,
  '0': false,
  '': false,
}

type Described = { type?: string; format?: string; anyOf?: Described[] }

function valueKinds({ write }: AnyAdminResource, field: string): Set<string> {
  const schema = write.shape[field] as z.ZodType
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  return new Set(
    [described, ...(described.anyOf ?? [])].flatMap(({ type, format }) => [
      ...(type ? [type] : []),
      ...(format === 'date' ? ['date'] : []),
    ]),
  )
}
