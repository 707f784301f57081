import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, TestInfo } from '@playwright/test'
import { transitionName } from '../tests/machines/walk-machine.ts'
import type { WalkRecord } from '../tests/machines/walk-record.ts'

/** What the page calls with the transitions that a machine takes. */
const NOTE = 'noteTransitions'

/**
 * Records what the machines do in the browser, for `npm run paths`, which names the folder. The
 * built pages have no way to listen to their machines: they get a changed script of XState.
 */
export async function recordWalks(context: BrowserContext, { titlePath, testId }: TestInfo) {
  const folder = process.env['WALKS_DIR']
  if (!folder) return
  const [test = '', ...titles] = titlePath
  const transitions: WalkRecord['transitions'] = {}
  await context.exposeBinding(NOTE, (_, names: string[]) => {
    for (const name of names) {
      transitions[name] = { walks: 1, walk: titles.join(', '), kinds: [] }
    }
    const record: WalkRecord = { file: `e2e/${test}`, transitions }
    mkdirSync(join(folder, 'browser'), { recursive: true })
    writeFileSync(join(folder, 'browser', `${testId}.json`), JSON.stringify(record))
  })
  await context.addInitScript({
    content: `const transitionName = ${transitionName}
      globalThis.takeTransitions = (taken) => globalThis.${NOTE}?.(taken.map(transitionName))`,
  })
  const [file = ''] = globSync('dist/client/_astro/xstate.*.js')
  const body = readFileSync(file, 'utf8').replace(
    /_transitions:(\w+)\}/,
    '_transitions:(globalThis.takeTransitions?.($1),$1)}',
  )
  await context.route('**/_astro/xstate.*.js', (route) =>
    route
      .fulfill({ contentType: 'text/javascript', body })
      // A page that is left needs no script.
      .catch(() => undefined),
  )
}
