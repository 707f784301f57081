import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { root, runOnPinnedNode, runScript } from './process.mjs'
import { allOf, stage } from './stages.mjs'

const astroCheck = ['node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning']

/**
 * TypeScript 7 checks in half the time; pages and dead code are still checked by way of 6. Each further
 * checker finds out again what types are, and the collector of the Go it is written in runs less often
 * with room for it: together 10 seconds of processor in place of 26.
 */
const tsc = ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1']

/** The files among which dead code was last looked for, and found nowhere. */
const listRecord = join(root, 'node_modules', '.cache', 'checked-files')

/** Changes when a file is added, removed or renamed, or packages change. */
function fileList() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package.json')))
  for (const folder of ['src', 'tests', 'e2e', 'bench', 'scripts']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    hash.update(names.sort().join('\n'))
  }
  return hash.digest('hex')
}

async function findDeadCode() {
  const exitCode = await runOnPinnedNode(['node_modules/knip/bin/knip.js'])
  if (exitCode === 0) {
    mkdirSync(dirname(listRecord), { recursive: true })
    writeFileSync(listRecord, fileList())
  }
  return exitCode
}

const filesAreKnown = () =>
  existsSync(listRecord) && readFileSync(listRecord, 'utf8') === fileList()

/** What is no page is left to tsc. */
const checkPages = () =>
  stage('Types of pages', () =>
    runOnPinnedNode([...astroCheck, '--tsconfig', 'tsconfig.pages.json'], {
      ASTRO_TELEMETRY_DISABLED: '1',
    }),
  )

const checkTypes = () => stage('Types', () => runOnPinnedNode(tsc, { GOGC: '400' }))

const lint = () =>
  stage('Format and lint', () =>
    runOnPinnedNode(['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  )

/**
 * Format and lint, types (in pages too), and dead code: two at a time.
 *
 * @param {object} [beside]
 * @param {() => Promise<void>} [beside.build] which the checks run beside
 * @param {() => Promise<void>} [beside.test] follows the build, and begins beside the last check
 * @param {boolean} [isWhole] whether to look for dead code among files that are all known, too
 */
export async function check({ build, test } = {}, isWhole = true) {
  const lookForDeadCode = async () => {
    if (isWhole || !filesAreKnown()) await stage('Dead code', findDeadCode)
  }
  const built = build?.()
  const afterBuild = async () => built
  // The build and the check of pages write Astro's types, which tsc reads: one of them comes before it.
  const lanes = built
    ? [
        [afterBuild, lint, checkTypes],
        [checkPages, lookForDeadCode, afterBuild, ...(test ? [test] : [])],
      ]
    : [
        [checkPages, checkTypes],
        [lint, lookForDeadCode],
      ]
  await allOf(
    lanes.map((works) => async () => {
      for (const work of works) await work()
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    await install()
    await check()
  })
}
