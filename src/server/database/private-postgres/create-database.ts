import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { Binaries } from './binaries.ts'
import type { DataHome } from './data-home.ts'

/**
 * The role that Carelane uses, and the database that it owns. In folders of earlier versions it is the
 * superuser that made them, and stays so: PostgreSQL does not let that one be less.
 */
export const roleAndDatabase = 'carelane'

/** The role that serves: it reads and writes records, and owns nothing (docs/decisions/0042). */
export const runtimeRole = 'carelane_runtime'

/** The passwords of the role that owns the database and of the one that serves. */
export type Passwords = { owner: string; runtime: string }

/** Nobody comes in as this one: its password is thrown away. */
const superuser = 'postgres'

const stagingPrefix = 'postgres.new-'

const { PATH = '' } = process.env

/** What PostgreSQL's programs see of the environment: nothing that would change what they do. */
export const plainEnvironment = { PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the database files if there are none and returns the passwords of both roles. They are made
 * aside and moved into place when complete, so an interrupted first start leaves nothing half-made.
 * Files of an earlier version get the runtime role at their first start with this one.
 */
export async function createDatabase(
  home: DataHome,
  binaries: Binaries,
  signal: AbortSignal,
): Promise<Passwords> {
  for (const name of readdirSync(home.directory)) {
    if (name.startsWith(stagingPrefix)) rmSync(join(home.directory, name), { recursive: true })
  }
  const ownerFile = join(home.directory, 'postgres.password')
  const runtimeFile = join(home.directory, 'postgres.runtime-password')
  if (existsSync(join(home.data, 'PG_VERSION'))) {
    const kept = (file: string, statements: (password: string) => string[]) =>
      existsSync(file)
        ? readFileSync(file, 'utf8').trim()
        : replacePassword(home, binaries, file, statements)
    return {
      owner: kept(ownerFile, (password) => [
        `ALTER ROLE ${roleAndDatabase} PASSWORD '${password}'`,
      ]),
      runtime: kept(runtimeFile, makeRuntimeRole),
    }
  }
  const passwords = { owner: newPassword(), runtime: newPassword() }
  const staging = join(home.directory, `${stagingPrefix}${process.pid}`)
  mkdirSync(staging, { mode: 0o700 })
  const passwordForInitdb = join(staging, 'password')
  writeFileSync(passwordForInitdb, newPassword(), { mode: 0o600 })
  if (home.user) {
    chownSync(staging, home.user.uid, home.user.gid)
    chownSync(passwordForInitdb, home.user.uid, home.user.gid)
  }
  try {
    const data = join(staging, 'data')
    await runInitdb(home, binaries, data, passwordForInitdb, signal)
    const reason = asSuperuser(home, binaries, data, [
      `CREATE ROLE ${roleAndDatabase} LOGIN CREATEDB PASSWORD '${passwords.owner}'`,
      ...makeRuntimeRole(passwords.runtime),
    ])
    if (reason !== null) throw notMade(home, reason)
    writeFileSync(ownerFile, `${passwords.owner}\n`, { mode: 0o600 })
    writeFileSync(runtimeFile, `${passwords.runtime}\n`, { mode: 0o600 })
    renameSync(data, home.data)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return passwords
}

/** The owner is a member, so that it may end the runtime role's sessions. */
const makeRuntimeRole = (password: string) => [
  `DO $$ BEGIN CREATE ROLE ${runtimeRole}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  `ALTER ROLE ${runtimeRole} LOGIN PASSWORD '${password}'`,
  `GRANT ${runtimeRole} TO ${roleAndDatabase}`,
]

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

async function runInitdb(
  home: DataHome,
  binaries: Binaries,
  data: string,
  passwordFile: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const settings = [
    '--encoding=UTF8',
    // Sorts and folds case the same on every machine: no dependence on the system's locales.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth=scram-sha-256',
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  ]
  const initdb = spawn(binaries.initdb, ['-D', data, ...settings], {
    ...home.user,
    cwd: '/',
    env: plainEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  initdb.stderr.on('data', (text) => {
    complaint += text
  })
  // Once it is closed, neither it nor what it started writes there any more.
  const stop = () => void initdb.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const reason = await new Promise<string | null>((done) => {
    initdb.on('error', (error) => done(error.message))
    initdb.on('close', (code) => done(code === 0 ? null : firstLine(complaint)))
  })
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (reason !== null) throw notMade(home, reason)
}

const notMade = (home: DataHome, reason: string) =>
  new StartError(
    `The database could not be made in ${home.directory} (${reason}): put that right, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )

/** The files are whole and only a password is missing: a process that may read them may set a new one. */
function replacePassword(
  home: DataHome,
  binaries: Binaries,
  passwordFile: string,
  statements: (password: string) => string[],
): string {
  const password = newPassword()
  const reason = asSuperuser(home, binaries, home.data, statements(password))
  if (reason !== null) {
    throw new StartError(
      `The file ${passwordFile} is missing and the password could not be replaced (${reason}): bring the file back.`,
    )
  }
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  return password
}

/**
 * Executes statements on files that no server has open: a process that may read them needs no password.
 * @returns why it failed, else null.
 */
function asSuperuser(
  home: DataHome,
  binaries: Binaries,
  data: string,
  statements: string[],
): string | null {
  const single = spawnSync(binaries.postgres, ['--single', '-D', data, 'postgres'], {
    ...home.user,
    cwd: '/',
    env: plainEnvironment,
    input: `${statements.join('\n')}\n`,
    encoding: 'utf8',
  })
  const complaint = /^.*?\b(?:ERROR|FATAL|PANIC): +(.*)$/m.exec(single.stderr ?? '')
  if (single.status === 0 && !complaint) return null
  return complaint?.[1] ?? single.error?.message ?? firstLine(single.stderr ?? '')
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] || 'no reason given'
}
