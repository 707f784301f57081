import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The part of the package that Vite builds for browsers; Node resolves its name to the other part. */
const sentryInBrowsers = new URL(
  'node_modules/@sentry/astro/build/esm/index.client.js',
  import.meta.url,
)

/** Only what hangs meets this limit: a busy machine can take ten times as long as a quiet one. */
const PATIENCE_MS = 300_000

/** Files that only prove more of the same run in `npm test -- full`. */
const exclude = [
  ...configDefaults.exclude,
  ...(process.env['TEST_AMOUNT'] === 'full' ? [] : ['**/*.full.test.{ts,tsx}']),
]

const serverSetup = 'tests/server/global-setup.ts'

/** What takes longest alone comes first, so that nothing is left to run beside idle cores at the end. */
const projectsInOrder = ['unit', 'island', 'server']

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ project }: TestSpecification) => projectsInOrder.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    // One more than there are cores, for what waits for a server; two more take longer. Not too many, since
    // the files of the server tests share one PostgreSQL and its hundred connections.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{lib,machines,scripts}/**/*.test.ts'],
          exclude,
          // None of them leaves anything behind: a process of its own for each took a third of the time.
          isolate: false,
          environment: 'node',
          testTimeout: PATIENCE_MS,
        },
      },
      {
        resolve: { alias: { '@sentry/astro': fileURLToPath(sentryInBrowsers) } },
        test: {
          name: 'island',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'jsdom',
          // The files of a process share a page, which the set-up clears, and the libraries: to load jsdom
          // and React anew for each file took a quarter of the time.
          isolate: false,
          setupFiles: [
            'tests/islands/fresh-page.ts',
            ...(process.env['WALKS_DIR'] ? ['tests/islands/record-walks.ts'] : []),
          ],
          testTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude,
          // Each has a database and a server of its own; to load the server's modules anew for each file
          // would take a tenth of the time.
          isolate: false,
          environment: 'node',
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...(existsSync(serverSetup) && { globalSetup: [serverSetup] }),
        },
      },
    ],
  },
})
