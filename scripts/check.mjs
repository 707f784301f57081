import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'
import { stage } from './stages.mjs'

/** Format and lint, types (in pages too), and dead code. */
export async function check() {
  await stage('Format and lint', () =>
    runOnPinnedNode(['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  )
  // First of the two: it also writes the types that tsc reads.
  await stage('Types of pages', () =>
    runOnPinnedNode(['node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning'], {
      ASTRO_TELEMETRY_DISABLED: '1',
    }),
  )
  await stage('Types', () =>
    runOnPinnedNode(['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
  )
  await stage('Dead code', () => runOnPinnedNode(['node_modules/knip/bin/knip.js']))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    await install()
    await check()
  })
}
