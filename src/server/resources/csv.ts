import { stringify } from 'csv-stringify/sync'

type CsvValue = string | number | boolean | Date | null

export type CsvColumns<Row> = Record<string, (row: Row) => CsvValue>

/** Excel needs it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180, a piece per batch; formulas get an apostrophe. @param lastLine unless it is empty. */
export async function* csv<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  lastLine = '',
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  // It goes with the first batch, so that a failure before it is still answered.
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
