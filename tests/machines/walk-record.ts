import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Walked } from './walk-machine.ts'

export type WalkRecord = {
  file: string
  /** By name: how many walks took it, the one with the shortest name, and the kinds of result. */
  transitions: Record<string, { walks: number; walk: string; kinds: string[] }>
}

/**
 * Records the walks of one test file for `npm run paths`, which names the folder. A file that walks
 * several machines records each by its name.
 */
export function recordWalks(level: 'machine' | 'island', machine = '') {
  const folder = process.env['WALKS_DIR']
  const transitions: WalkRecord['transitions'] = {}

  afterAll(() => {
    if (!folder) return
    const { testPath = '' } = expect.getState()
    const file = testPath.slice(testPath.indexOf('tests/'))
    const record: WalkRecord = { file, transitions }
    mkdirSync(join(folder, level), { recursive: true })
    writeFileSync(
      join(folder, level, `${file.replaceAll('/', '-')}${machine}.json`),
      JSON.stringify(record),
    )
  })

  return (walk: string, walked: Walked) => {
    if (!folder) return
    for (const [name, kinds] of walked) {
      transitions[name] ??= { walks: 0, walk, kinds: [] }
      const known = transitions[name]
      known.walks += 1
      if (walk.length < known.walk.length) known.walk = walk
      for (const kind of kinds) if (kind && !known.kinds.includes(kind)) known.kinds.push(kind)
    }
  }
}
