import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StateMachine } from 'xstate'
import { root } from '../process.mjs'
import {
  type CoveredChart,
  countWalked,
  cover,
  isMissing,
  levels,
  needlessExcuses,
  recordedAt,
} from './coverage.ts'
import { findPage } from './page.ts'
import { type Statechart, toStatechart } from './statechart.ts'

const [folder = ''] = process.argv.slice(2)
const walks = join(folder, 'walks')
const charts = cover(await readMachines(), walks)
const browserAt = recordedAt(walks)
const page = join(folder, 'paths.html')
writeFileSync(page, findPage(charts, new Date(), browserAt))
printTable()
const faults = [...missing(), ...needlessExcuses(charts).map(excuse)]
for (const fault of faults) console.error(`✗ ${fault}`)
console.log(`\n${page}`)
process.exitCode = faults.length > 0 ? 1 : 0

async function readMachines(): Promise<Statechart[]> {
  const files = globSync('src/machines/**/*.machine.ts', { cwd: root }).sort()
  const modules = await Promise.all(
    files.map(async (file) => ({ file, exported: await import(join(root, file)) })),
  )
  return modules.flatMap(({ file, exported }) =>
    Object.values(exported)
      .filter((value) => value instanceof StateMachine)
      .map((machine) => toStatechart(machine, file)),
  )
}

function printTable() {
  const rows = charts.map(({ id, states, transitions }: CoveredChart) => [
    id,
    String(states.length - 1),
    String(transitions.length),
    ...levels.map((level) =>
      level === 'browser' && !browserAt ? 'not run' : String(countWalked(transitions, level)),
    ),
    transitions.some(isMissing) ? '✗' : '✓',
  ])
  const table = [['machine', 'states', 'transitions', ...levels, ''], ...rows]
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    )
    console.log(cells.join('  '))
  }
}

function missing(): string[] {
  return charts.flatMap(({ transitions }) =>
    transitions.filter(isMissing).map(({ name, cells }) => {
      const where = levels.filter((level) => cells[level].kind === 'missing')
      return `${name}: not walked at ${where.join(' and ')} level`
    }),
  )
}

function excuse(name: string): string {
  return `${name}: tests/islands/not-walked.ts excuses it, but a test walks it or no machine has it`
}
