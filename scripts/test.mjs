import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'
import { stage } from './stages.mjs'
import { countPlaywright, countVitest, summary } from './test-report.mjs'

const projects = ['unit', 'island', 'server']

const given = process.argv.slice(2)
const isFull = given[0] === 'full'
if (isFull) process.env['TEST_AMOUNT'] = 'full'
const [part, ...rest] = isFull ? given.slice(1) : given
const reports = mkdtempSync(join(tmpdir(), 'carelane-test-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

await runScript(async () => {
  await install()
  if (part === undefined) return everything()
  if (part === 'e2e') return inBrowser(rest)
  if (projects.includes(part))
    return stage(`Tests: ${part}`, () => vitest(['--project', part, ...rest]))
  console.error(`"${part}" is no part of the tests: choose ${projects.join(', ')}, e2e or full.`)
  return 1
})
console.log(
  `\n${summary([countVitest(vitestReport), countPlaywright(playwrightReport)], Boolean(process.exitCode))}`,
)
rmSync(reports, { recursive: true })

async function everything() {
  // Some server tests look at the pages as they are built.
  await check(
    {
      build: () => stage('Build', build),
      test: () => stage('Tests: unit, island, server', () => vitest([])),
    },
    isFull,
  )
  await inBrowser([])
}

/** @param {string[]} args */
async function inBrowser(args) {
  await stage('Build', build)
  let browser = ''
  await stage('Browser', async () => {
    browser = await findBrowser()
  })
  await stage('Tests: e2e', () => playwright(browser, args))
}

/** @param {string[]} args */
function vitest(args) {
  return runOnPinnedNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    ...args,
  ])
}

/** @param {string} browser @param {string[]} args */
function playwright(browser, args) {
  return runOnPinnedNode(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args],
    {
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    },
  )
}
