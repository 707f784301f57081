import { sql } from 'kysely'
import { type AnyAdminResource, lockOf } from '#lib/contract/admin/admin-resource.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import type { Columns, Row } from '../store.ts'
import { createWithin, replaceWithin } from '../write-record.ts'
import { cellValue, inWords } from './file-columns.ts'
import type { Imported, Importing } from './import-records.ts'
import type { FileRow } from './read-csv.ts'

/** The records that a file can be about, and which line was already about one. */
export type Known = {
  byId: Map<number, Row>
  byKey: Map<string, Row[]>
  /** By key, and by number after a `#`. */
  lines: Map<string, number>
}

const keyText = (value: unknown) => String(value).trim().toLowerCase()

/** Reads them all at once, and keeps them as they are until the transaction ends. */
export async function knownRecords(
  tx: Executor,
  call: SignedInCall,
  { of, store, columns }: Importing,
  rows: readonly FileRow[],
): Promise<Known> {
  const key = of.imports?.key ?? ''
  const ids = rows.flatMap((row) => idIn(columns.id, row) ?? [])
  const place = columns.fields.get(key)
  const keys = rows.map(({ cells }) => keyText(cellValue(of, key, cells[place ?? -1] ?? '')))
  await sql`select from ${sql.table(store.table)} where id = any(${ids}::integer[])
    for no key update`.execute(tx)
  const found = (await tx
    .selectFrom(store.rows(tx, call).as('listed'))
    .selectAll()
    .where(
      sql<boolean>`id = any(${ids}::integer[]) or lower(${sql.ref(key)}) = any(${keys}::text[])`,
    )
    .orderBy(sql`id`)
    .execute()) as Row[]
  return {
    byId: new Map(found.map((row) => [row.id, row])),
    byKey: Map.groupBy(found, (row) => keyText(row[key])),
    lines: new Map(),
  }
}

const LARGEST_ID = 2_147_483_647

/** The record's number that a row has; null for none, 0 for what is no number. */
function idIn(place: number | null, { cells }: FileRow): number | null {
  const text = place === null ? '' : (cells[place] ?? '')
  if (text === '') return null
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id <= LARGEST_ID ? id : 0
}

/** What a row says is to be done, and what does it; nothing where nothing is to be done. */
export type Planned = { row: Imported; write: ((tx: Executor) => Promise<unknown>) | null }

/** @param isNoted what is written is noted in the trail. */
export function planRow(
  call: SignedInCall,
  importing: Importing,
  known: Known,
  row: FileRow,
  isNoted: boolean,
): Planned {
  const { of, store, columns } = importing
  const given = Object.fromEntries(
    [...columns.fields].map(([field, place]) => [
      field,
      cellValue(of, field, row.cells[place] ?? ''),
    ]),
  )
  const target = targetOf(importing, known, row, given)
  const { before } = target
  const told = {
    ...{
      line: row.line,
      id: before?.id ?? null,
      version: before ? Number(before[lockOf(of)]) : null,
    },
    name: inWords(given[of.imports?.key ?? ''] ?? before?.[of.namedBy] ?? ''),
    ...{ changes: [], problems: [] },
  }
  if (target.problems) return { row: wrong(of, told, target.problems), write: null }
  const values = parsed(of, { ...writtenOf(of, before), ...given })
  if (values.problems) return { row: wrong(of, told, values.problems), write: null }
  const { written } = values
  if (!before) {
    return {
      row: { ...told, outcome: 'created' },
      write: (tx) => createWithin(tx, call, of, store, written, isNoted),
    }
  }
  const changes = changesOf(of, before, written, columns.fields)
  if (changes.length === 0) return { row: { ...told, outcome: 'unchanged' }, write: null }
  const { id, [lockOf(of)]: seen } = before
  return {
    row: { ...told, outcome: 'changed', changes },
    write: (tx) => replaceWithin(tx, call, of, store, id, { ...written, [lockOf(of)]: seen }),
  }
}

/** The same row, which cannot be done. */
export const wrong = (
  of: AnyAdminResource,
  row: Omit<Imported, 'outcome'>,
  problems: FieldErrors,
): Imported => ({ ...row, outcome: 'wrong', changes: [], problems: worded(of, problems) })

type Target = { before: Row | null; problems?: FieldErrors }

/** Which record a row is about: the one of its number, else the one of its key; a new one else. */
function targetOf({ of, columns }: Importing, known: Known, row: FileRow, given: Columns): Target {
  const key = of.imports?.key ?? ''
  const id = idIn(columns.id, row)
  const text = keyText(given[key] ?? '')
  if (id === null && text === '') return { before: null, problems: { [key]: ['This is missing'] } }
  const same = id === null ? (known.byKey.get(text) ?? []) : [known.byId.get(id)].filter(isRow)
  if (same.length > 1) {
    const numbers = same.map((one) => one.id).join(', ')
    const words = `Several ${of.many} have this: say which by its number (${numbers})`
    return { before: null, problems: { [key]: [words] } }
  }
  // With a number the name may well be that of another.
  const marks = [...(id === null ? [text] : []), ...same.map((one) => `#${one.id}`)]
  const earlier = marks.map((mark) => known.lines.get(mark)).find((line) => line !== undefined)
  if (earlier !== undefined) {
    return { before: null, problems: { [key]: [`Line ${earlier} is about the same ${of.name}`] } }
  }
  for (const mark of [...marks, text]) known.lines.set(mark, row.line)
  const [before = null] = same
  if (id !== null && !before) {
    return { before, problems: { id: [`There is no ${of.name} with this number`] } }
  }
  return { before }
}

const isRow = (row: Row | undefined): row is Row => row !== undefined

/** What is written of a record as it stands; nothing of a new one. */
const writtenOf = ({ write, entity }: AnyAdminResource, before: Row | null): Columns =>
  before
    ? Object.fromEntries(
        Object.keys(write.shape)
          .filter((field) => field in entity.shape)
          .map((field) => [field, before[field]]),
      )
    : {}

type Parsed = { written: Columns; problems?: never } | { problems: FieldErrors; written?: never }

function parsed({ write }: AnyAdminResource, values: Columns): Parsed {
  const result = write.safeParse(values)
  if (result.success) return { written: result.data }
  const fields: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = String(path[0] ?? 'non_field_errors')
    fields[field] = [...(fields[field] ?? []), message]
  }
  return { problems: fields }
}

function changesOf(
  of: AnyAdminResource,
  before: Row,
  written: Columns,
  given: ReadonlyMap<string, number>,
): Imported['changes'] {
  return [...given.keys()].flatMap((field) => {
    const isSame = JSON.stringify(before[field]) === JSON.stringify(written[field])
    if (isSame || !(field in of.entity.shape)) return []
    return [
      {
        label: of.labels[field] ?? field,
        from: inWords(before[field]),
        to: inWords(written[field]),
      },
    ]
  })
}

const worded = (of: AnyAdminResource, problems: FieldErrors): Imported['problems'] =>
  Object.entries(problems).flatMap(([field, messages]) =>
    messages.map((message) => ({
      label: field === 'id' ? 'Number' : (of.labels[field] ?? 'The row'),
      message,
    })),
  )
