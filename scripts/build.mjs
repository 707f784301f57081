import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, Failure, root, runOnPinnedNode } from './process.mjs'

const sources = [
  'src',
  'public',
  'CHANGELOG.md',
  'astro.config.mjs',
  'package-lock.json',
  'scripts/chunks.mjs',
  'scripts/precompress.mjs',
]

/** The server runs from its sources: nothing of it is built. */
const unbuilt = join('src', 'server')

/** Builds pages and islands unless what they are made from is unchanged. */
export async function build() {
  const record = join(root, 'dist', '.sources')
  const now = fingerprint(root)
  if (existsSync(record) && readFileSync(record, 'utf8') === now) return
  announce('Building pages and islands (astro build)')
  const exitCode = await runOnPinnedNode(['node_modules/astro/bin/astro.mjs', 'build'], {
    ASTRO_TELEMETRY_DISABLED: '1',
  })
  if (exitCode !== 0) {
    throw new Failure('The build failed: the message above says where.', exitCode)
  }
  writeFileSync(record, now)
}

/**
 * Changes when a source does. Reads sizes and times only, since it runs at every start.
 *
 * @param {string} directory
 */
export function fingerprint(directory) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    const stats = statSync(join(directory, path), { throwIfNoEntry: false })
    if (!stats || path === unbuilt) return
    if (stats.isDirectory()) {
      for (const name of readdirSync(join(directory, path)).sort()) add(join(path, name))
    } else {
      hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
    }
  }
  for (const path of sources) add(path)
  return hash.digest('hex')
}
