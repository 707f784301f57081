import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { folderStorage } from '#server/files/folder-storage.ts'
import { isFull } from '../amount.ts'
import { eventually } from '../eventually.ts'
import { guestDetails } from './clinic-factory.ts'
import { type Answer, send } from './send.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const DISK = 'size=200m,mode=755'
const PIECE = Buffer.alloc(64 * 1024)
const MOST_GUESTS = 1_000

/** A disk of its own in memory, which only root may make, and not in every container. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder])
  if (mounted.status === 0) return folder
  rmSync(folder, { recursive: true })
  return null
}

let disk: string | null
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let server: TestServer

beforeAll(async () => {
  disk = mountDisk()
  if (disk === null) return
  postgres = await startPrivatePostgres({ dataDir: join(disk, 'data'), log: () => undefined })
  const db = connect(postgres.url, { poolSize: 4, onError: () => undefined })
  await migrate(db)
  server = await startTestServer({
    database: { url: postgres.url, db, drop: () => db.destroy() },
  })
})
afterAll(async () => {
  if (disk === null) return
  await server.stop()
  await server.database.drop()
  await postgres.stop()
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

/** Writes until nothing more fits. */
async function fill(path: string) {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(PIECE)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    await file.close()
  }
}

const register = () => send(server, 'POST', '/api/public/users/', { body: guestDetails() })
const ready = async () => {
  const { status, text } = await send(server, 'GET', '/healthz/ready')
  return [status, text]
}
const isReady = () =>
  eventually(async () => expect(await ready()).toEqual([200, '{"status":"ok","database":"up"}']))

test.runIf(isFull)(
  'a full disk is a 503 to who writes and not ready; reading goes on, and all does once there is room',
  async ({ skip }) => {
    if (disk === null) return skip('no disk can be mounted here')
    const ballast = join(disk, 'ballast')
    const files = folderStorage(join(disk, 'files'))
    await isReady()
    await fill(ballast)

    let answer: Answer
    let guests = 0
    // The pages that there are have room for some.
    do answer = await register()
    while (answer.status === 201 && ++guests < MOST_GUESTS)
    expect(answer.outcome).toBe('503 unavailable')
    expect(answer.headers.get('Retry-After')).toBe('5')
    await eventually(async () => {
      expect(await ready()).toEqual([503, '{"status":"unavailable","database":"not_writable"}'])
    })
    expect((await send(server, 'GET', '/healthz')).status).toBe(200)
    expect((await send(server, 'GET', '/api/public/gpsurgeries/')).status).toBe(200)

    await expect(files.put('a/b.webp', PIECE, 'image/webp')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 30,
    })
    expect(await readdir(join(disk, 'files', 'a')).catch(() => [])).toEqual([])

    await rm(ballast)
    await isReady()
    expect((await register()).status).toBe(201)
    await files.put('a/b.webp', PIECE, 'image/webp')
    const stored = await files.read('a/b.webp')
    expect(stored?.bytes).toBe(PIECE.byteLength)
    await stored?.content.cancel()
  },
)
