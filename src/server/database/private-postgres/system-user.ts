import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A system account as `spawn` wants it. */
export interface SystemUser {
  uid: number
  gid: number
}

/**
 * The account PostgreSQL runs as, since it refuses to run as root: the `postgres` that is there, an
 * account of Carelane's own where one can be made, `nobody` where not (a read-only /etc). Null when
 * this process is not root: then PostgreSQL runs as whoever runs this.
 */
export function unprivilegedUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  return findUser('postgres') ?? findUser('carelane') ?? createUser('carelane') ?? nobody()
}

/** Whether the account (null: this process) may enter a directory. Asked of the system, which knows of more than modes. */
export function canEnter(user: SystemUser | null, directory: string): boolean {
  return passes(user, 'cd "$0"', directory)
}

/** Whether the account may run the programs below `native` (a folder of bin, lib and share). */
export function canRun(user: SystemUser | null, native: string): boolean {
  const script = 'test -x "$0/bin/postgres" && test -r "$0/share/postgresql/postgres.bki"'
  return passes(user, script, native)
}

/**
 * Lets the account pass through a folder of root's, and nobody else, by making it the folder's group.
 *
 * @returns whether it can now: something further up may be closed too.
 */
export function letThrough(user: SystemUser, directory: string): boolean {
  if (!canEnter(user, dirname(directory))) return false
  const { uid, gid, mode } = statSync(directory)
  if (uid === 0 && gid === 0) {
    chownSync(directory, uid, user.gid)
    chmodSync(directory, (mode & 0o707) | 0o010)
  }
  return canEnter(user, directory)
}

/** Makes the folder for what cannot lie in the checkout: others may pass through it, not list it. */
export function makeSystemDir(directory: string): void {
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
  // Where useradd is missing (Alpine and other BusyBox systems) adduser speaks this dialect.
  if (!findUser(name)) spawnSync('adduser', ['-S', '-D', '-H', name])
  return findUser(name)
}

function nobody(): SystemUser {
  return findUser('nobody') ?? { uid: 65534, gid: 65534 }
}
