import { stringify } from 'csv-stringify/sync'

type CsvValue = string | number | boolean | Date | null

/** What stands over each column, and what a row has in it. Instants are written in UTC. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvValue>

/** Excel takes a file for UTF-8 only where it starts with this. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as CSV (RFC 4180), a piece for each batch, so that memory holds one batch. Text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 * @param lastLine said below the rows, in the first column, unless it is empty.
 */
export async function* csv<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  lastLine = '',
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  // The head goes with the first batch: what fails until then is still answered as a failure.
  let head = BYTE_ORDER_MARK + lines([Object.keys(columns)])
  for await (const batch of batches) {
    yield head + lines(batch.map((row) => cells.map((cellOf) => cellOf(row))))
    head = ''
  }
  const last = lastLine ? lines([cells.map((_, index) => (index === 0 ? lastLine : ''))]) : ''
  if (head || last) yield head + last
}

const lines = (records: CsvValue[][]) =>
  stringify(records, {
    escape_formulas: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { boolean: (value) => String(value), date: (value) => value.toISOString() },
  })
