import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface SystemUser {
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

export function canEnter(user: SystemUser | null, directory: string): boolean {
  return passes(user, 'cd "$0"', directory)
}

export function canRun(user: SystemUser | null, native: string): boolean {
  const script = 'test -x "$0/bin/postgres" && test -r "$0/share/postgresql/postgres.bki"'
  return passes(user, script, native)
}

/**
 * Makes the account the group of root's folder.
 * @returns false when a folder further up is closed, too.
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
  // Alpine and other BusyBox systems have adduser.
  if (!findUser(name)) spawnSync('adduser', ['-S', '-D', '-H', name])
  return findUser(name)
}

function nobody(): SystemUser {
  return findUser('nobody') ?? { uid: 65534, gid: 65534 }
}
