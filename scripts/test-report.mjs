import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{passed: number, failed: number}} Count */

/**
 * @param {string} file the report of vitest's json reporter
 * @returns {Count} a file that could not be loaded counts as one failed test
 */
export function countVitest(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const broken = report.testResults.filter(
    /** @param {{status: string, assertionResults: unknown[]}} result */
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/**
 * @param {string} file the report of Playwright's json reporter
 * @returns {Count} a test that passed on a retry counts as passed
 */
export function countPlaywright(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/**
 * The last line of a test run. A run that failed says at least one failed, whatever it was.
 *
 * @param {Count[]} counts
 * @param {boolean} failed
 */
export function summary(counts, failed) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failures = counts.reduce((sum, count) => sum + count.failed, 0)
  return `${passed} passed, ${failed ? Math.max(failures, 1) : failures} failed`
}
