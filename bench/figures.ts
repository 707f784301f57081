import { percentile } from './measure.ts'

/** A number that the bench measured. Units: `ms`, `s`, `×`, `kB`, `MB`, `a second`, or none. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** Null where the figure is there for comparison alone. */
  better: 'less' | 'more' | null
}

const line = /^(?:met {3}|MISSED) {2}( *)(.*): (-?[\d.]+)(?: ([a-zA-Z×][a-zA-Z ]*))? \(([^()]*)\)/
const numberInName = / \((\d+)\)/g

/**
 * Reads what a bench printed, of this revision or an older one. A number in brackets inside a name
 * is a rate and a figure of its own. The name of an indented line begins with the line that it
 * belongs to.
 */
export function readFigures(output: string): Figure[] {
  const figures = new Map<string, Figure>()
  let heading = ''
  for (const printed of output.split('\n')) {
    const [, indent = '', what, value, unit = '', budget = ''] = line.exec(printed) ?? []
    if (what === undefined) continue
    const plain = what.replaceAll(numberInName, '')
    if (!indent) heading = plain
    const prefix = indent ? `${heading}, ` : ''
    const add = (name: string, figure: Omit<Figure, 'name'>) =>
      figures.set(prefix + name, { name: prefix + name, ...figure })
    let end = 0
    for (const rate of what.matchAll(numberInName)) {
      const name = `${what.slice(end, rate.index).trim()}: rate`
      add(name, { value: Number(rate[1]), unit: 'a second', better: 'more' })
      end = rate.index + rate[0].length
    }
    add(plain, { value: Number(value), unit, better: betterOf(budget) })
  }
  return [...figures.values()]
}

function betterOf(budget: string): Figure['better'] {
  if (budget.startsWith('≤')) return 'less'
  return budget.startsWith('≥') ? 'more' : null
}

type Spread = { median: number; least: number; most: number }

export type Comparison = {
  name: string
  unit: string
  before: Spread | null
  now: Spread | null
  /** Median now by median before; null without both, or where it was nothing. */
  quotient: number | null
  verdict: 'worse' | 'better' | null
}

/** What the nearest runs of two revisions may differ by. */
const tolerance = 1.15

/**
 * Compares runs of two revisions. A figure is worse where its best run now is worse by more than
 * 15 % than its worst run before, and better the other way round.
 */
export function compareRuns(before: Figure[][], now: Figure[][]): Comparison[] {
  const all = new Map([...before, ...now].flat().map((figure) => [figure.name, figure]))
  return [...all.values()].map(({ name, unit, better }) => {
    const was = findSpread(before, name)
    const is = findSpread(now, name)
    if (!was || !is) {
      return { name, unit, before: was, now: is, quotient: null, verdict: null }
    }
    const rises = is.least > was.most * tolerance
    const falls = is.most * tolerance < was.least
    const changed = rises || falls
    const isBetter = better === (rises ? 'more' : 'less')
    return {
      name,
      unit,
      before: was,
      now: is,
      quotient: was.median === 0 ? null : is.median / was.median,
      verdict: changed && better ? (isBetter ? 'better' : 'worse') : null,
    }
  })
}

function findSpread(runs: Figure[][], name: string): Spread | null {
  const values = runs.flatMap((run) => run.find((figure) => figure.name === name)?.value ?? [])
  if (values.length === 0) return null
  return {
    median: percentile(values, 0.5),
    least: Math.min(...values),
    most: Math.max(...values),
  }
}

/**
 * What a figure would be on a machine that is `slowness` times as fast; quotients and sizes do not
 * depend on the machine.
 */
export function normalise({ value, unit }: Pick<Figure, 'value' | 'unit'>, slowness: number) {
  if (unit === 'ms' || unit === 's') return value / slowness
  return unit === 'a second' ? value * slowness : value
}
