import { type SelectQueryBuilder, sql } from 'kysely'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { Executor } from '../database/connection.ts'
import { type CsvColumns, csv } from './csv.ts'

export const MOST_LINES = 100_000
const BATCH = 500

type RequestedDays = { from?: string | undefined; to?: string | undefined }

export function fileName(list: string, { from, to }: RequestedDays, today: string): string {
  if (from && to) return from === to ? `${list}-${from}` : `${list}-${from}-to-${to}`
  if (from) return `${list}-from-${from}`
  return to ? `${list}-until-${to}` : `${list}-${today}`
}

type Export<Row> = {
  name: string
  columns: CsvColumns<Row>
  ids: Float64Array
  read: (ids: readonly number[]) => Promise<readonly Row[]>
  missing: string
}

/**
 * Each batch is a statement, so that a slow caller holds no connection and memory holds one batch.
 * The last line says where it was cut.
 */
export function exportFile<Row>({ name, columns, ids, read, missing }: Export<Row>): FileAnswer {
  const cut =
    ids.length > MOST_LINES
      ? `Cut after ${MOST_LINES.toLocaleString('en-GB')} lines: ${missing}. Ask for fewer days.`
      : ''
  return { name: `${name}.csv`, content: csv(columns, batches(ids, read), cut) }
}

async function* batches<Row>(ids: Float64Array, read: Export<Row>['read']) {
  const idsInFile = ids.subarray(0, MOST_LINES)
  for (let done = 0; done < idsInFile.length; done += BATCH) {
    yield await read([...idsInFile.subarray(done, done + BATCH)])
  }
}

const ID_BYTES = 8

/**
 * At most one more than `MOST_LINES`. Packed into one value, because a row for each takes a hundred
 * times the memory.
 * @param rows ordered, with the column `id`.
 */
export async function exportedIds<DB, TB extends keyof DB>(
  executor: Executor,
  rows: SelectQueryBuilder<DB, TB, { id: number }>,
): Promise<Float64Array> {
  const first = rows.limit(MOST_LINES + 1)
  const { packed } = await executor
    .selectFrom(first.as('first'))
    // Aggregates keep the order of the subquery.
    .select(sql<Buffer | null>`string_agg(int8send(id::bigint), ''::bytea)`.as('packed'))
    .executeTakeFirstOrThrow()
  const ids = new Float64Array((packed?.length ?? 0) / ID_BYTES)
  for (let place = 0; place < ids.length; place += 1) {
    ids[place] = Number(packed?.readBigInt64BE(place * ID_BYTES))
  }
  return ids
}

export function wallClock(timeZone: string): (at: Date) => string {
  // Swedish writes ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at) => clock.format(at)
}
