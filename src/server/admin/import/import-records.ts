import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type AnyAdminResource, permissionTo } from '#lib/contract/admin/admin-resource.ts'
import type { ImportAnswer, ImportedRow } from '#lib/contract/admin/import.ts'
import { actorOf, audit } from '../../audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { Refusal } from '../../refusal.ts'
import { csv } from '../../resources/csv.ts'
import { subjectOf } from '../records-read.ts'
import type { Store } from '../store.ts'
import { inTransaction, takenBack } from '../write-transaction.ts'
import { type FileColumns, fileColumns } from './file-columns.ts'
import { knownRecords, planRow } from './import-row.ts'
import { type FileRow, readCsv, wrongFile } from './read-csv.ts'
import { writeRows } from './write-rows.ts'

type Asked = { file: string; seen: string | null }

/**
 * A file of records. Without `seen` it is carried out and taken back: what is told is what will
 * happen, by the same rules. With it, it is carried out in one transaction, if the same happens;
 * rows that are wrong are left out.
 * @throws Refusal `invalid` at `file`; `stale` where something else would happen than was seen;
 *   `not_allowed` for who may not change records, too.
 */
export async function importRecords(
  call: SignedInCall,
  of: AnyAdminResource,
  store: Store,
  { file, seen }: Asked,
): Promise<ImportAnswer> {
  if (!call.viewer.permissions.has(permissionTo('change', of))) {
    throw new Refusal('not_allowed', `You may not change ${of.many}.`)
  }
  const [head, ...rows] = await readCsv(file)
  if (!head || rows.length === 0) throw wrongFile('The file has no rows below its headings.')
  const columns = fileColumns(of, head.cells)
  let answer: ImportAnswer | null = null
  const work = async (tx: Executor) => {
    const found = await importAll(tx, call, { of, store, columns }, rows, seen !== null)
    const now = digestOf(file, found)
    if (seen !== null && seen !== now) {
      throw new Refusal(
        'stale',
        'Something has changed since the file was checked. Check it again.',
      )
    }
    answer = {
      seen: now,
      carried_out: seen !== null,
      count: counted(found),
      left_out: columns.leftOut,
      rows: found.map(({ id: _, version: __, ...row }) => row),
      wrong_file: await wrongFileOf(head, rows, found),
    }
    if (seen !== null) await noteImport(tx, call, of, answer)
  }
  await (seen === null ? takenBack : inTransaction)(call, of, store, work)
  if (!answer) throw new Error('An import has no answer')
  return answer
}

export type Importing = { of: AnyAdminResource; store: Store; columns: FileColumns }
/** `id` and `version` of the record that was there. */
export type Imported = ImportedRow & { id: number | null; version: number | null }

async function importAll(
  tx: Executor,
  call: SignedInCall,
  importing: Importing,
  rows: readonly FileRow[],
  isNoted: boolean,
): Promise<Imported[]> {
  // Of two who import at once, the other sees what the first has made.
  const lock = `import of ${importing.of.path}`
  await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(tx)
  const known = await knownRecords(tx, call, importing, rows)
  const planned = rows.map((row) => planRow(call, importing, known, row, isNoted))
  return await writeRows(tx, importing, planned)
}

const digestOf = (file: string, found: readonly Imported[]) =>
  createHash('sha256').update(file).update(JSON.stringify(found)).digest('hex')

function counted(found: readonly Imported[]): ImportAnswer['count'] {
  const count = { created: 0, changed: 0, unchanged: 0, wrong: 0 }
  for (const { outcome } of found) count[outcome] += 1
  return count
}

/** The wrong rows with their own headings, and why each is wrong. */
async function wrongFileOf(
  head: FileRow,
  rows: readonly FileRow[],
  found: readonly Imported[],
): Promise<string> {
  const wrong = rows.flatMap((row, place) => {
    const { outcome = 'wrong', problems = [] } = found[place] ?? {}
    const why = problems.map(({ label, message }) => `${label}: ${message}`).join('; ')
    return outcome === 'wrong' ? [{ ...row, why }] : []
  })
  if (wrong.length === 0) return ''
  type Wrong = (typeof wrong)[number]
  // No plain object of headings: two that are left out may be the same.
  const columns: [string, (row: Wrong) => string][] = head.cells.map((heading, place) => [
    heading,
    ({ cells }) => cells[place] ?? '',
  ])
  const pieces: string[] = []
  const all = [...columns, ['What is wrong', ({ why }: Wrong) => why] as (typeof columns)[number]]
  for await (const piece of csv<Wrong>(Object.fromEntries(all), batch(wrong))) pieces.push(piece)
  return pieces.join('')
}

async function* batch<T>(rows: readonly T[]) {
  yield rows
}

const noteImport = (
  tx: Executor,
  call: SignedInCall,
  of: AnyAdminResource,
  { count }: ImportAnswer,
) =>
  audit(tx, call, {
    actor: actorOf(call.viewer),
    action: 'record.imported',
    subjectType: subjectOf(of),
    subjectId: 0,
    patientId: null,
    change: count,
  })
