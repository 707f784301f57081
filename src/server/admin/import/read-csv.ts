import { MOST_ROWS } from '#lib/contract/admin/import.ts'
import { normalText } from '#lib/contract/normal-text.ts'
import { invalid } from '../../refusals/refusal.ts'

export type FileRow = { line: number; cells: string[] }

const LONGEST_ROW = 100_000
const SEPARATORS = [',', ';', '\t'] as const

/** Detects encoding and separator, and skips empty rows. @throws Refusal `invalid` at `file`. */
export async function readCsv(bytes: Uint8Array): Promise<FileRow[]> {
  const { CsvError, parse } = await import('csv-parse')
  const { text, separator, above } = withoutSeparatorLine(decoded(bytes))
  const rows: FileRow[] = []
  let line = 1 + above
  let columns: number | undefined
  try {
    const parsed = parse(text, {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      max_record_size: LONGEST_ROW,
    }) as unknown as Parsed
    for await (const { record, info } of parsed) {
      const cells = record.map((cell) => normalText(cell).trim())
      const filled = cells.findLastIndex((cell) => cell !== '') + 1
      columns ??= filled || undefined
      // A comma that is no separator has moved what comes after it.
      if (columns !== undefined && filled > columns) throw wrongFile(moreThanHeadings(line))
      if (filled > 0) rows.push({ line, cells })
      line = info.lines + 1 + above
      if (rows.length > MOST_ROWS + 1)
        throw wrongFile('The file has more than 10,000 rows. Split it into smaller files.')
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const from = typeof error['lines'] === 'number' ? ` Check line ${error['lines'] + above}.` : ''
    throw wrongFile(
      `We cannot read this file as CSV. A quotation mark is missing, or there is one too many.${from}`,
    )
  }
  return rows
}

const moreThanHeadings = (line: number) =>
  `Line ${line} has more cells than there are headings. Put text that has commas or semicolons in quotation marks.`

export const wrongFile = (message: string) => invalid({ file: [message] })

type Parsed = AsyncIterable<{ record: string[]; info: { lines: number } }>

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  if (text.includes('\0'))
    throw wrongFile('This is not a CSV file. Save it as CSV and choose it again.')
  return text
}

/** Excel may say the separator in a line above the headings: `sep=;`. */
function withoutSeparatorLine(text: string) {
  const [line = '', separator = ''] = /^"?sep=(.)"?[ \t,;]*(?:\r\n|\n|\r|$)/i.exec(text) ?? []
  return separator
    ? { text: text.slice(line.length), separator, above: 1 }
    : { text, separator: guessSeparator(text), above: 0 }
}

function guessSeparator(text: string): string {
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1)
  const often = (separator: string) => head.split(separator).length
  return SEPARATORS.toSorted((a, b) => often(b) - often(a))[0] ?? ','
}
