import type { FileAnswer } from '#lib/contract/operation.ts'
import { type CsvColumns, csv } from './csv.ts'

/** More lines than a spreadsheet is pleasant with; the contract promises this number. */
export const MOST_LINES = 100_000
const BATCH = 1_000

type Export<Row> = {
  /** Of the file, without its ending. */
  name: string
  columns: CsvColumns<Row>
  /** Of the rows that are wanted, in their order; one more than `MOST_LINES` tells of others. */
  ids: readonly number[]
  /** The rows with these ids, in their order. */
  read: (ids: readonly number[]) => Promise<readonly Row[]>
  /** What is missing where there were too many: "older ones are missing". */
  missing: string
}

/**
 * A list as a CSV file. Each batch is a statement of its own: somebody who takes the file slowly
 * holds no connection. A file that had to be cut says so in its last line.
 */
export function exportFile<Row>({ name, columns, ids, read, missing }: Export<Row>): FileAnswer {
  const cut =
    ids.length > MOST_LINES
      ? `Cut after ${MOST_LINES.toLocaleString('en-GB')} lines: ${missing}. Ask for fewer days.`
      : ''
  return { name: `${name}.csv`, content: csv(columns, batches(ids, read), cut) }
}

async function* batches<Row>(ids: readonly number[], read: Export<Row>['read']) {
  const wanted = ids.slice(0, MOST_LINES)
  for (let done = 0; done < wanted.length; done += BATCH) {
    yield await read(wanted.slice(done, done + BATCH))
  }
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
