import { type SelectQueryBuilder, sql } from 'kysely'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { Executor } from '../database/connection.ts'
import { type CsvColumns, csv } from './csv.ts'

/** More lines than a spreadsheet is pleasant with; the contract promises this number. */
export const MOST_LINES = 100_000
const BATCH = 500

/** The days that a file is about, `YYYY-MM-DD`, both included, as far as somebody asked for them. */
type RequestedDays = { from?: string | undefined; to?: string | undefined }

/** A file's name, without its ending: after its days, or after the day it is made where it has none. */
export function fileName(list: string, { from, to }: RequestedDays, today: string): string {
  if (from && to) return from === to ? `${list}-${from}` : `${list}-${from}-to-${to}`
  if (from) return `${list}-from-${from}`
  return to ? `${list}-until-${to}` : `${list}-${today}`
}

type Export<Row> = {
  /** Of the file, without its ending: `fileName`. */
  name: string
  columns: CsvColumns<Row>
  /** Of the rows that are wanted, in their order: see `exportedIds`. */
  ids: Float64Array
  /** The rows with these ids, in their order. */
  read: (ids: readonly number[]) => Promise<readonly Row[]>
  /** What is missing where there were too many: "older ones are missing". */
  missing: string
}

/**
 * A list as a CSV file. Each batch is a statement of its own: somebody who takes the file slowly
 * holds no connection, and memory holds one batch. A file that had to be cut says so in its last line.
 */
export function exportFile<Row>({ name, columns, ids, read, missing }: Export<Row>): FileAnswer {
  const cut =
    ids.length > MOST_LINES
      ? `Cut after ${MOST_LINES.toLocaleString('en-GB')} lines: ${missing}. Ask for fewer days.`
      : ''
  return { name: `${name}.csv`, content: csv(columns, batches(ids, read), cut) }
}

async function* batches<Row>(ids: Float64Array, read: Export<Row>['read']) {
  const wanted = ids.subarray(0, MOST_LINES)
  for (let done = 0; done < wanted.length; done += BATCH) {
    yield await read([...wanted.subarray(done, done + BATCH)])
  }
}

const ID_BYTES = 8

/**
 * The ids of the first rows in their order; one more than `MOST_LINES` tells of others. They travel
 * as one value of eight bytes each: a row for each takes a hundred times the memory.
 * @param rows ordered, with the column `id`.
 */
export async function exportedIds<DB, TB extends keyof DB>(
  executor: Executor,
  rows: SelectQueryBuilder<DB, TB, { id: number }>,
): Promise<Float64Array> {
  const first = rows.limit(MOST_LINES + 1)
  const { packed } = await executor
    .selectFrom(first.as('first'))
    // The order of a subquery is that of what is gathered from it.
    .select(sql<Buffer | null>`string_agg(int8send(id::bigint), ''::bytea)`.as('packed'))
    .executeTakeFirstOrThrow()
  const ids = new Float64Array((packed?.length ?? 0) / ID_BYTES)
  for (let place = 0; place < ids.length; place += 1) {
    ids[place] = Number(packed?.readBigInt64BE(place * ID_BYTES))
  }
  return ids
}

/** An instant by the clinic's clock as spreadsheets read it: `2026-08-06 09:30:00`. */
export function wallClock(timeZone: string): (at: Date) => string {
  // Swedish writes dates and times as ISO 8601 does.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at) => clock.format(at)
}
