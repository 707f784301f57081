import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { root, runOnPinnedNode, runScript } from './process.mjs'
import { stage } from './stages.mjs'

// Walks every machine and writes paths/paths.html: which test walks which transition, at which level.

const folder = join(root, 'paths')
const walks = join(folder, 'walks')

await runScript(async () => {
  await install()
  for (const level of ['machine', 'island'])
    rmSync(join(walks, level), { recursive: true, force: true })
  await stage('Paths: machines and islands', () =>
    runOnPinnedNode(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=dot',
        'tests/machines',
        'tests/islands',
      ],
      { WALKS_DIR: walks, TEST_AMOUNT: 'full' },
    ),
  )
  if (process.argv.includes('--browser')) {
    rmSync(join(walks, 'browser'), { recursive: true, force: true })
    await stage('Paths: browser', () =>
      // The script that records is heavier, and the weight of pages walks nothing.
      runOnPinnedNode(['scripts/test.mjs', 'full', 'e2e', '--grep-invert', 'budget of script'], {
        WALKS_DIR: walks,
      }),
    )
  }
  return runOnPinnedNode(['scripts/paths/main.ts', folder])
})
