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
import type { Binaries, DataHome } from './data-home.ts'

/** In older folders this is the superuser that made them, which PostgreSQL does not demote. */
export const roleAndDatabase = 'carelane'

/** Reads and writes rows, and owns nothing (docs/decisions/0042). */
export const runtimeRole = 'carelane_runtime'

export type Passwords = { owner: string; runtime: string }

const superuser = 'postgres'

const stagingPrefix = 'postgres.new-'

const { PATH = '' } = process.env

/** Nothing that changes what PostgreSQL's programs do is passed on. */
export const plainEnvironment = { PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the files if there are none, and returns both passwords. They are moved into place when
 * complete, so an interrupted start leaves nothing half-made. Older files get the runtime role.
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
    const storedPassword = (file: string, statements: (password: string) => string[]) =>
      existsSync(file)
        ? readFileSync(file, 'utf8').trim()
        : replacePassword(home, binaries, file, statements)
    return {
      owner: storedPassword(ownerFile, (password) => [
        `ALTER ROLE ${roleAndDatabase} PASSWORD '${password}'`,
      ]),
      runtime: storedPassword(runtimeFile, makeRuntimeRole),
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

/** Membership lets the owner end the runtime role's sessions. */
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
    // It sorts the same on every machine.
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

/** A process that may read the files may set a new password. */
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

/** Works without a server and without a password. @returns why it failed, else null. */
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
