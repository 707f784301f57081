import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import packageFile from '../package.json' with { type: 'json' }
import { root } from '../scripts/process.mjs'
import { type Figure, readFigures } from './figures.ts'
import type { Yardsticks } from './yardsticks.ts'

const file = join(root, 'bench', 'figures.json')
const readme = join(root, 'README.md')

const recordedSchema = z.object({
  version: z.string(),
  /** The day, as 2026-11-29. */
  measured: z.iso.date(),
  yardsticks: z.object({ node: z.number(), postgresql: z.number() }),
  figures: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      unit: z.string(),
      better: z.enum(['less', 'more']).nullable(),
    }),
  ),
})

export type RecordedFigures = z.infer<typeof recordedSchema>

/** The figures of the last release; null where none were recorded. */
export const readRecorded = (): RecordedFigures | null =>
  existsSync(file) ? recordedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null

/** Keeps what was measured as the figures of this release, and shows them in the README. */
export function recordFigures(yardsticks: Yardsticks, printed: string): void {
  const recorded: RecordedFigures = {
    version: packageFile.version,
    measured: new Date().toISOString().slice(0, 10),
    yardsticks,
    figures: readFigures(printed),
  }
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
  writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), recorded))
}

/** What the README shows, by the names of the figures. */
const shown: Record<string, string> = {
  'week of slots, 50 clinicians, 100,000 appointments: p95':
    'A week of free times of 50 clinicians, among 100,000 appointments (95 % within)',
  'bookings a second over HTTP: rate': 'Bookings over HTTP',
  'a day of 100 clinicians, 1,500 appointments: p95':
    'A day of 100 clinicians with 1,500 appointments (95 % within)',
  'a day of 100 clinicians, 1,500 appointments: p95, from the call to the painted grid (median)':
    'The same until it is painted in a browser',
  'booking page: script until a slot can be chosen': 'Script of the booking page, compressed',
  'npm start, warm, to the first page': 'Start, once installed, to the first page',
}

const begin = '<!-- figures: npm run bench -- --record -->'
const end = '<!-- end of figures -->'

/** As the formatter wants it. */
function aligned(rows: string[][]): string[] {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[], fill: string) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head, ' '), line([], '-'), ...others.map((row) => line(row, ' '))]
}

/** Replaces the table of a README between its two comments. */
export function withTable(text: string, { version, measured, figures }: RecordedFigures): string {
  const rows = Object.entries(shown).flatMap(([name, label]) => {
    const figure: Figure | undefined = figures.find((one) => one.name === name)
    return figure ? [[label, `${figure.value} ${figure.unit}`]] : []
  })
  const table = aligned([[`${version}, measured ${measured} on two cores`, ''], ...rows])
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < 0) throw new Error('The README has no place for figures.')
  return `${text.slice(0, before)}${begin}\n${table.join('\n')}\n${text.slice(after)}`
}
