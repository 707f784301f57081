import { sql } from 'kysely'
import type { z } from 'zod'
import { type AnyAdminResource, lockField } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { ImportedRow } from '#lib/contract/admin/import.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import type { Columns, Row, Store } from '../store.ts'
import { createWithin, replaceWithin } from '../write-record.ts'
import { cellText, cellValue, type FileColumns } from './file-columns.ts'
import type { FileRow } from './read-csv.ts'

type Known = {
  byId: Map<number, Row>
  byKey: Map<string, Row[]>
  lines: Map<string, number>
}

const keyText = (value: unknown) => String(value).trim().toLowerCase()

export async function knownRecords(
  tx: Executor,
  call: SignedInCall,
  { of, store, columns }: ImportRun,
  rows: readonly FileRow[],
): Promise<Known> {
  const key = of.imports?.key ?? null
  const ids = rows.flatMap((row) => idIn(columns.id, row) ?? [])
  const column = key === null ? undefined : columns.fields.get(key)
  const keys = rows.map((row) => keyText(cellValue(row, column)))
  const found = (await tx
    .selectFrom(store.read.rows(tx, call).as('listed'))
    .selectAll()
    .where(
      key === null
        ? sql<boolean>`id = any(${ids}::integer[])`
        : sql<boolean>`id = any(${ids}::integer[]) or lower(${sql.ref(key)}) = any(${keys}::text[])`,
    )
    .orderBy(sql`id`)
    .execute()) as Row[]
  return {
    byId: new Map(found.map((row) => [row.id, row])),
    byKey: key === null ? new Map() : Map.groupBy(found, (row) => keyText(row[key])),
    lines: new Map(),
  }
}

const LARGEST_ID = 2_147_483_647

function idIn(place: number | null, { cells }: FileRow): number | null {
  const text = place === null ? '' : (cells[place] ?? '')
  if (text === '') return null
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id <= LARGEST_ID ? id : 0
}

export function planRow(
  call: SignedInCall,
  importing: ImportRun,
  { known, references }: { known: Known; references: References },
  row: FileRow,
  isNoted: boolean,
): Planned {
  const { of, store } = importing
  const target = findTarget(importing, known, row)
  const { before } = target
  const { given, texts, problems } = valuesIn(importing, references, row, before)
  const report = {
    line: row.line,
    id: before?.id ?? null,
    version: before ? Number(before[lockField(of)]) : null,
    name: formatName(of, given, before),
    changes: [],
    problems: [],
    similar: [],
  }
  const nothing = (imported: Imported) => ({ row: imported, write: null, created: null })
  if (target.problems) return nothing(wrong(of, report, target.problems))
  const values = parsed(of, { ...toWrittenRow(of, before), ...given })
  if (values.problems || Object.keys(problems).length > 0) {
    return nothing(wrong(of, report, { ...values.problems, ...problems }))
  }
  const { written } = values
  if (!before) {
    return {
      row: { ...report, outcome: 'created' },
      write: (tx) => createWithin(tx, { call, of, store }, written, isNoted),
      created: written,
    }
  }
  const changes = findChanges(importing, before, written, texts)
  if (changes.length === 0) return nothing({ ...report, outcome: 'unchanged' })
  const { id, [lockField(of)]: seen } = before
  const body = { ...written, [lockField(of)]: seen }
  const { orphanedBy = Object.keys(written) } = store.write
  const mayOrphan =
    of.canOrphan === true && orphanedBy.some((name) => written[name] !== before[name])
  return {
    row: { ...report, outcome: 'changed', changes },
    write: (tx) => replaceWithin(tx, { call, of, store }, id, body, { isNoted, mayOrphan }),
    created: null,
  }
}

type Given = {
  given: Columns
  texts: Readonly<Record<string, string>>
  problems: FieldErrors
}

function valuesIn(
  { columns }: ImportRun,
  references: References,
  row: FileRow,
  before: Row | null,
): Given {
  const found = { given: {} as Columns, texts: {} as Record<string, string>, problems: {} }
  for (const [field, column] of columns.fields) {
    const reference = references.get(field)
    const chosen = reference
      ? chosenIn(reference, field, row, before)
      : { value: cellValue(row, column) }
    if ('problems' in chosen) Object.assign(found.problems, { [field]: chosen.problems })
    else found.given[field] = chosen.value
    if ('text' in chosen) found.texts[field] = chosen.text
  }
  return found
}

function formatName({ imports, namedBy }: AnyAdminResource, given: Columns, before: Row | null) {
  const { named = [] } = imports ?? {}
  const parts = named.map((field) => given[field]).filter((part) => part)
  return formatColumns(parts.length > 0 ? parts.join(' ') : (before?.[namedBy] ?? ''))
}

export const wrong = (
  of: AnyAdminResource,
  row: Omit<Imported, 'outcome'>,
  problems: FieldErrors,
): Imported => ({ ...row, outcome: 'wrong', changes: [], problems: worded(of, problems) })

type Target = { before: Row | null; problems?: FieldErrors }

function findTarget({ of, columns }: ImportRun, known: Known, row: FileRow): Target {
  const key = of.imports?.key ?? null
  const id = idIn(columns.id, row)
  const text = key === null ? '' : keyText(cellValue(row, columns.fields.get(key)))
  if (id === null && key === null) return { before: null }
  const at = key ?? 'id'
  if (id === null && text === '') return { before: null, problems: { [at]: ['This is missing'] } }
  const same = id === null ? (known.byKey.get(text) ?? []) : [known.byId.get(id)].filter(isRow)
  if (same.length > 1) {
    const numbers = same.map((one) => one.id).join(', ')
    const words = `Several ${of.many} have this. Enter the number of the right one (${numbers})`
    return { before: null, problems: { [at]: [words] } }
  }
  const marks = [...(id === null ? [text] : []), ...same.map((one) => `#${one.id}`)]
  const earlier = marks.map((mark) => known.lines.get(mark)).find((line) => line !== undefined)
  if (earlier !== undefined) {
    return { before: null, problems: { [at]: [`Line ${earlier} is for the same ${of.name}`] } }
  }
  for (const mark of [...marks, ...(text === '' ? [] : [text])]) known.lines.set(mark, row.line)
  const [before = null] = same
  if (id !== null && !before) {
    return { before, problems: { id: [`There is no ${of.name} with this number`] } }
  }
  return { before }
}

const isRow = (row: Row | undefined): row is Row => row !== undefined

export const toWrittenRow = ({ write, entity }: AnyAdminResource, before: Row | null): Columns =>
  before
    ? Object.fromEntries(
        Object.keys(write.shape)
          .filter((field) => field in entity.shape)
          .map((field) => [field, before[field]]),
      )
    : {}

type Parsed = { written: Columns; problems?: never } | { problems: FieldErrors; written?: never }

export function parsed({ write }: AnyAdminResource, values: Columns): Parsed {
  const result = write.safeParse(values, { error: plainMessage })
  if (result.success) return { written: result.data }
  const fields: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    const field = String(path[0] ?? 'non_field_errors')
    fields[field] = [...(fields[field] ?? []), message]
  }
  return { problems: fields }
}

function plainMessage({ code, input, expected }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined
  if (input === undefined) return 'This is missing'
  if (expected === 'boolean') return 'Enter yes or no'
  return expected === 'number' || expected === 'int' ? 'Enter a number in figures' : undefined
}

function findChanges(
  { of, columns }: ImportRun,
  before: Row,
  written: Columns,
  texts: Given['texts'],
): Imported['changes'] {
  return [...columns.fields.keys()].flatMap((field) => {
    const isSame = JSON.stringify(before[field]) === JSON.stringify(written[field])
    if (isSame || !(field in of.entity.shape)) return []
    const shown = of.references[field]?.shown ?? field
    return [
      {
        label: of.labels[field] ?? field,
        from: formatColumns(before[shown]),
        to: formatColumns(texts[field] ?? written[field]),
      },
    ]
  })
}

export const worded = (of: AnyAdminResource, problems: FieldErrors): Imported['problems'] =>
  Object.entries(problems).flatMap(([field, messages]) =>
    messages.map((message) => ({
      label: field === 'id' ? 'Number' : (of.labels[field] ?? 'The row'),
      message,
    })),
  )

type Referred = {
  place: number
  shown: string
  several: 'ordered' | 'orderless' | null
  byName: Map<string, number[]>
  names: Map<number, string>
}
type References = ReadonlyMap<string, Referred>

const BETWEEN = ';'
const MOST_TO_TELL = 5

const plain = (text: string) => text.trim().toLowerCase()
const splitCell = (cell: string, isSeveral: boolean) =>
  (isSeveral ? cell.split(BETWEEN) : [cell]).map((part) => part.trim()).filter(Boolean)
const isNumber = (text: string) => /^\d{1,9}$/.test(text)

export async function readReferences(
  tx: Executor,
  { of, store, columns }: ImportRun,
  rows: readonly FileRow[],
): Promise<References> {
  const references = new Map<string, Referred>()
  for (const [field, { place }] of columns.fields) {
    const reference = of.references[field]
    if (!reference) continue
    const joined = store.joined[field]
    const source = adminResources.find(({ path }) => path === reference.from)
    const table = joined?.from ?? source?.audit
    if (table === undefined) throw new Error(`Nobody knows where ${reference.from} lie`)
    const parts = rows.flatMap((row) => splitCell(cellText(row, place), joined !== undefined))
    const names = [...new Set(parts.map(plain))]
    const name = sql.ref(joined ? 'name' : reference.label)
    const { rows: found } = await sql<{ id: number; name: string }>`
      select id, ${name}::text as name from ${sql.table(table)}
      where lower(${name}::text) = any(${names}::text[])
        or id = any(${names.filter(isNumber)}::integer[])
      order by id`.execute(tx)
    references.set(field, {
      place,
      shown: reference.shown,
      several: joined ? (joined.ordered ? 'ordered' : 'orderless') : null,
      byName: new Map(
        [...Map.groupBy(found, (one) => plain(one.name))].map(([text, those]) => [
          text,
          those.map(({ id }) => id),
        ]),
      ),
      names: new Map(found.map((one) => [one.id, one.name])),
    })
  }
  return references
}

type Chosen = { value: unknown; text: string } | { problems: string[] }

function chosenIn(
  { place, shown, several, byName, names }: Referred,
  field: string,
  row: FileRow,
  before: Row | null,
): Chosen {
  const cell = cellText(row, place)
  const had = before ? [before[shown]].flat() : []
  if (before && plain(cell) === plain(had.join(`${BETWEEN} `))) {
    return { value: before[field], text: cell }
  }
  const ids: number[] = []
  const problems: string[] = []
  for (const part of splitCell(cell, several !== null)) {
    const [id, ...others] = byName.get(plain(part)) ?? []
    if (id === undefined && isNumber(part) && names.has(Number(part))) ids.push(Number(part))
    else if (id === undefined) problems.push(`There is no “${part}” to choose`)
    else if (others.length === 0) ids.push(id)
    else {
      const numbers = [id, ...others].slice(0, MOST_TO_TELL).join(', ')
      problems.push(`Several are called “${part}”. Enter the number of the right one (${numbers})`)
    }
  }
  if (problems.length > 0) return { problems }
  const chosen = [...new Set(ids)]
  if (several === 'orderless') chosen.sort((one, other) => one - other)
  return {
    value: several ? chosen : (chosen[0] ?? null),
    text: chosen.map((id) => names.get(id) ?? id).join(`${BETWEEN} `),
  }
}

export type ImportRun = { of: AnyAdminResource; store: Store; columns: FileColumns }
export type Imported = ImportedRow & { id: number | null; version: number | null }

export type Planned = {
  row: Imported
  write: ((tx: Executor) => Promise<unknown>) | null
  created: Columns | null
}

function formatColumns(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join('; ') : String(value)
}
