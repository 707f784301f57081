import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Walked } from './walk-machine.ts'

export type WalkRecord = {
  file: string
  /** By name: how many walks took it, the one with the shortest name, and the kinds of result. */
  transitions: Record<string, { walks: number; walk: string; kinds: string[] }>
}

/** Records the walks of one test file for `npm run paths`, which names the folder. */
export function recordWalks(level: 'machine' | 'island') {
  const folder = process.env['WALKS_DIR']
  const transitions: WalkRecord['transitions'] = {}

  afterAll(() => {
    if (!folder) return
    const { testPath = '' } = expect.getState()
    const file = testPath.slice(testPath.indexOf('tests/'))
    const record: WalkRecord = { file, transitions }
    mkdirSync(join(folder, level), { recursive: true })
    writeFileSync(join(folder, level, `${file.replaceAll('/', '-')}.json`), JSON.stringify(record))
  })

  return (walk: string, walked: Walked) => {
    for (const [name, kinds] of walked) {
      const known = transitions[name]
      transitions[name] = {
        walks: (known?.walks ?? 0) + 1,
        walk: known && known.walk.length <= walk.length ? known.walk : walk,
        kinds: [...new Set([...(known?.kinds ?? []), ...kinds])].filter(Boolean),
      }
    }
  }
}
