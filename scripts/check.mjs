import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'
import { allOf, stage } from './stages.mjs'

const astroCheck = ['node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning']

/**
 * TypeScript 7 checks in half the time; pages and dead code are still checked by way of 6. Each further
 * checker finds out again what types are, and the collector of the Go it is written in runs less often
 * with room for it: together 10 seconds of processor in place of 26.
 */
const tsc = ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1']

/**
 * Format and lint, types (in pages too), and dead code: two at a time.
 *
 * @param {() => Promise<void>} [meanwhile] what else there is to do
 */
export async function check(meanwhile = async () => undefined) {
  await allOf([
    async () => {
      await meanwhile()
      await stage('Format and lint', () =>
        runOnPinnedNode(['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
      )
      await stage('Dead code', () => runOnPinnedNode(['node_modules/knip/bin/knip.js']))
    },
    async () => {
      // First of the two: it also writes the types that tsc reads. What is no page is left to tsc.
      await stage('Types of pages', () =>
        runOnPinnedNode([...astroCheck, '--tsconfig', 'tsconfig.pages.json'], {
          ASTRO_TELEMETRY_DISABLED: '1',
        }),
      )
      await stage('Types', () => runOnPinnedNode(tsc, { GOGC: '400' }))
    },
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    await install()
    await check()
  })
}
