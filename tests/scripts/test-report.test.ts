import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countPlaywright, countVitest, summary } from '../../scripts/test-report.mjs'
import { isFull } from '../amount.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')

let directory: string
let report: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'carelane-report-'))
  report = join(directory, 'report.json')
  mkdirSync(join(directory, 'node_modules'))
  symlinkSync(join(modules, 'vitest'), join(directory, 'node_modules/vitest'))
  symlinkSync(join(modules, '@playwright'), join(directory, 'node_modules/@playwright'))
})

afterEach(() => rmSync(directory, { recursive: true }))

function write(name: string, runner: string, body: string) {
  const head = `import { expect, test } from '${runner}'\n`
  writeFileSync(join(directory, name), head + body)
}

function runTool(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { VITEST, ...outer } = process.env
  spawnSync(process.execPath, args, { cwd: directory, env: { ...outer, ...env } })
}

const oneOfEach = `test('holds', () => {})\ntest('does not', () => expect(1).toBe(2))\n`

test('vitest: what passed, what failed, and a file that could not be loaded', () => {
  write('sums.test.mjs', 'vitest', oneOfEach)
  write('broken.test.mjs', 'vitest', `throw new Error('cannot load')`)
  const flags = ['--reporter=json', `--outputFile=${report}`]
  runTool([join(modules, 'vitest/vitest.mjs'), 'run', '--root', directory, ...flags])

  expect(countVitest(report)).toEqual({ passed: 1, failed: 2 })
})

test.runIf(isFull)(
  'Playwright: what passed, what failed, and a file that could not be loaded',
  () => {
    const run = () =>
      runTool([join(modules, '@playwright/test/cli.js'), 'test', '--reporter=json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      })
    write('sums.spec.mjs', '@playwright/test', oneOfEach)
    run()
    expect(countPlaywright(report)).toEqual({ passed: 1, failed: 1 })

    write('broken.spec.mjs', '@playwright/test', `throw new Error('cannot load')`)
    run()
    expect(countPlaywright(report).failed).toBeGreaterThan(0)
  },
)

test('the last line adds up, and never hides that a run failed', () => {
  expect(
    summary(
      [
        { passed: 3, failed: 0 },
        { passed: 2, failed: 0 },
      ],
      false,
    ),
  ).toBe('5 passed, 0 failed')
  expect(
    summary(
      [
        { passed: 3, failed: 1 },
        { passed: 2, failed: 2 },
      ],
      true,
    ),
  ).toBe('5 passed, 3 failed')
  expect(summary([countVitest('missing'), countPlaywright('missing')], true)).toBe(
    '0 passed, 1 failed',
  )
})
