import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/process.mjs'
import { type Comparison, compareRuns, type Figure, readFigures } from './figures.ts'
import { hundredths } from './measure.ts'

const run = promisify(execFile)

/**
 * Measures parts of the bench in an older revision and in this one, in turns on this machine.
 * Each has its own checkout, packages, build and data.
 * @param revision anything that git can resolve.
 * @returns the exit code: 1 where a figure is worse by more than 15 % beyond the spread.
 */
export async function compareWith(
  revision: string,
  parts: string[],
  times: number,
): Promise<0 | 1> {
  const before = { name: revision, folder: await checkOut(revision), runs: [] as Figure[][] }
  const now = { name: 'this checkout', folder: root, runs: [] as Figure[][] }
  for (let time = 0; time < times; time += 1) {
    // Whoever comes first changes, so that a machine that tires favours nobody.
    for (const side of time % 2 === 0 ? [before, now] : [now, before]) {
      console.log(`▸ ${side.name}, run ${time + 1} of ${times}`)
      side.runs.push(await runBench(side.folder, parts))
    }
  }
  const comparisons = compareRuns(before.runs, now.runs)
  for (const row of toTable(comparisons, revision)) console.log(row)
  const worse = comparisons.filter(({ verdict }) => verdict === 'worse')
  if (worse.length > 0) console.log(`Worse by more than 15 % beyond the spread: ${worse.length}`)
  return worse.length === 0 ? 0 : 1
}

/** Checkouts stay, so that a second comparison need not install and build again. */
async function checkOut(revision: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${revision}^{commit}`], {
    cwd: root,
  })
  const commit = stdout.trim()
  const folder = join(tmpdir(), `carelane-bench-${commit.slice(0, 12)}`)
  if (existsSync(join(folder, 'package.json'))) return folder
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder])
  await run('git', ['checkout', '--quiet', commit], { cwd: folder })
  return folder
}

/** A missed budget does not matter here. @throws where nothing was measured. */
async function runBench(folder: string, parts: string[]): Promise<Figure[]> {
  const figures = readFigures(await outputOfBench(folder, parts))
  if (figures.length === 0) throw new Error(`The bench of ${folder} measured nothing: see above.`)
  return figures
}

async function outputOfBench(folder: string, parts: string[]): Promise<string> {
  const child = spawn('npm', ['run', 'bench', '--silent', '--', ...parts], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${join(root, 'bench/patient-removal.process.mjs')}`,
    },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  return output
}

/** Lines of a Markdown table. */
function toTable(comparisons: Comparison[], revision: string): string[] {
  const cell = (spread: Comparison['now'], unit: string) =>
    spread
      ? `${hundredths(spread.median)} ${unit} (${hundredths(spread.least)} to ${hundredths(spread.most)})`
      : '–'
  return [
    '',
    `| | ${revision} | now | now / before | |`,
    '|---|---|---|---|---|',
    ...comparisons.map(
      ({ name, unit, before, now, quotient, verdict }) =>
        `| ${name} | ${cell(before, unit)} | ${cell(now, unit)} | ${quotient === null ? '–' : hundredths(quotient)} | ${verdict ?? ''} |`,
    ),
  ]
}
