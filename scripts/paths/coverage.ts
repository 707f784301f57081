import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_WALKED } from '../../tests/islands/not-walked.ts'
import type { WalkRecord } from '../../tests/machines/walk-record.ts'
import type { ChartTransition, Statechart } from './statechart.ts'

export const levels = ['machine', 'island', 'browser'] as const
export type Level = (typeof levels)[number]

export type Cell =
  | { kind: 'walked'; walks: number; walk: string; file: string; kinds: string[] }
  | { kind: 'missing' }
  /** No test walks it, for the reason given. */
  | { kind: 'excused'; reason: string }
  /** Only the main flows are walked in the browser. */
  | { kind: 'notRequired' }
  | { kind: 'notRun' }

export type CoveredTransition = ChartTransition & { cells: Record<Level, Cell> }
export type CoveredChart = Omit<Statechart, 'transitions'> & { transitions: CoveredTransition[] }

export const isMissing = ({ cells }: CoveredTransition) =>
  levels.some((level) => cells[level].kind === 'missing')

/** What lets the transition happen: its guard, or the kinds of result that took it. */
export function toCondition({ guard, event, cells: { machine } }: CoveredTransition): string {
  if (guard || machine.kind !== 'walked') return guard
  return event.endsWith(' is done') ? machine.kinds.join(' or ') : ''
}

export const countWalked = (transitions: CoveredTransition[], level: Level) =>
  transitions.filter(({ cells }) => cells[level].kind === 'walked').length

type Walked = Extract<Cell, { kind: 'walked' }>

/** What the tests recorded at a level; null if they have not run. */
function readRecords(folder: string, level: Level) {
  const directory = join(folder, level)
  if (!existsSync(directory)) return null
  const found = new Map<string, Walked>()
  for (const name of readdirSync(directory)) {
    const { file, transitions } = JSON.parse(
      readFileSync(join(directory, name), 'utf8'),
    ) as WalkRecord
    for (const [transition, { walks, walk, kinds }] of Object.entries(transitions)) {
      const known = found.get(transition)
      const shorter = known && known.walk.length <= walk.length ? known : { walk, file }
      found.set(transition, {
        kind: 'walked',
        walks: walks + (known?.walks ?? 0),
        walk: shorter.walk,
        file: shorter.file,
        kinds: [...new Set([...(known?.kinds ?? []), ...kinds])],
      })
    }
  }
  return found
}

/** When the browser level was recorded last. */
export const recordedAt = (folder: string): Date | null => {
  const directory = join(folder, 'browser')
  return existsSync(directory) ? statSync(directory).mtime : null
}

export function cover(charts: Statechart[], folder: string): CoveredChart[] {
  const machine = readRecords(folder, 'machine')
  const island = readRecords(folder, 'island')
  const browser = readRecords(folder, 'browser')
  return charts.map((chart) => ({
    ...chart,
    transitions: chart.transitions.map((transition) => {
      const reason = NOT_WALKED[transition.name]
      return {
        ...transition,
        cells: {
          machine: machine?.get(transition.name) ?? { kind: 'missing' },
          island:
            island?.get(transition.name) ??
            (reason ? { kind: 'excused', reason } : { kind: 'missing' }),
          browser: browser?.get(transition.name) ?? { kind: browser ? 'notRequired' : 'notRun' },
        },
      }
    }),
  }))
}

/** Excuses for what is walked, or for what no machine has any more. */
export function needlessExcuses(charts: CoveredChart[]): string[] {
  const excused = charts
    .flatMap(({ transitions }) => transitions)
    .filter(({ cells }) => cells.island.kind === 'excused')
    .map(({ name }) => name)
  return Object.keys(NOT_WALKED).filter((name) => !excused.includes(name))
}
