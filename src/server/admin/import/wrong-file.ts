import { namedMessage } from '#lib/text/named-message.ts'
import { csv } from '../../resources/csv.ts'
import type { Imported } from './import-run.ts'
import type { FileRow } from './read-csv.ts'

export async function describeWrongFile(
  head: FileRow,
  rows: readonly FileRow[],
  found: readonly Imported[],
): Promise<string> {
  const wrong = rows.flatMap((row, place) => {
    const one = found[place]
    const isListed = one?.outcome === 'wrong' || one?.outcome === 'similar'
    return isListed
      ? [{ ...row, why: [...formatProblems(one), ...formatLikenesses(one)].join('; ') }]
      : []
  })
  if (wrong.length === 0) return ''
  type Wrong = (typeof wrong)[number]
  // It is an array, because ignored headings may repeat.
  const columns: [string, (row: Wrong) => string][] = head.cells.map((heading, place) => [
    heading,
    ({ cells }) => cells[place] ?? '',
  ])
  const pieces: string[] = []
  const all = [...columns, ['What is wrong', ({ why }: Wrong) => why] as (typeof columns)[number]]
  for await (const piece of csv<Wrong>(Object.fromEntries(all), batch(wrong))) pieces.push(piece)
  return pieces.join('')
}

const formatProblems = ({ problems }: Imported) =>
  problems.map(({ label, message }) => namedMessage(label, message))

const formatLikenesses = ({ similar }: Imported) =>
  similar.map(({ id, line, name, reasons }) => {
    const which = id === null ? `line ${line}` : `number ${id}`
    return `Looks like ${name}, ${which}: ${reasons.join(', ')}`
  })

async function* batch<T>(rows: readonly T[]) {
  yield rows
}
