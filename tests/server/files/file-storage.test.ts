import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFileStorage } from '#server/files/create-file-storage.ts'
import type { FileStorage } from '#server/files/file-storage.ts'
import { testSettings } from '../test-server.ts'

/** A bucket in memory; `answers` is what it says instead, while it is set. */
type Bucket = { url: string; answers: number | null; server: Server; seen: string[] }

async function openBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method = '', url = '', headers } = request
    seen.push(`${method} ${url} ${headers.authorization?.split('/')[0]}`)
    const answer = (status: number, body: string | Buffer = '') =>
      response
        .writeHead(status, {
          'Content-Length': Buffer.byteLength(body),
          ...(status === 307 && { Location: `${bucket.url}/elsewhere` }),
        })
        .end(body)
    if (bucket.answers !== null) answer(bucket.answers, '<Error/>')
    else if (method === 'PUT') {
      objects.set(url, Buffer.concat(pieces))
      answer(200)
    } else if (method === 'DELETE') {
      objects.delete(url)
      answer(204)
    } else answer(objects.has(url) ? 200 : 404, objects.get(url) ?? '<Error/>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bucket: Bucket = { url: `http://127.0.0.1:${port}`, answers: null, server, seen }
  return bucket
}

const close = ({ server }: Bucket) => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

let folder: string
let bucket: Bucket
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-files-'))
  bucket = await openBucket()
})
afterAll(async () => {
  await close(bucket)
  await rm(folder, { recursive: true })
})

const inBucket = (url = bucket.url) =>
  createFileStorage(
    testSettings({
      FILES_S3_ENDPOINT: url,
      FILES_S3_BUCKET: 'clinic',
      FILES_S3_ACCESS_KEY_ID: 'AKEY',
      FILES_S3_SECRET_ACCESS_KEY: 'secret',
    }),
  )
const inFolder = (of = folder) => createFileStorage(testSettings({ DATA_DIR: of }))

const KEY = 'appointment-types/0a1b-640.webp'
const TYPE = 'image/webp'
const content = (text: string) => new TextEncoder().encode(text)

async function readText(storage: FileStorage, key = KEY) {
  const found = await storage.read(key)
  if (!found) return null
  const text = await new Response(found.content).text()
  expect(found.bytes).toBe(text.length)
  return text
}

describe.each<[string, () => FileStorage]>([
  ['a folder', () => inFolder()],
  ['a bucket', () => inBucket()],
])('in %s', (_, open) => {
  test('a file is put, replaced, read and removed', async () => {
    const storage = open()
    expect(await readText(storage)).toBeNull()
    await storage.put(KEY, content('first'), TYPE)
    await storage.put(KEY, content('second one'), TYPE)
    expect(await readText(storage)).toBe('second one')
    await storage.remove(KEY)
    expect(await readText(storage)).toBeNull()
    await storage.remove(KEY)
  })
})

const away = expect.objectContaining({ code: 'unavailable', status: 503 })
const isAway = async (storage: FileStorage) => {
  await expect(storage.put(KEY, content('x'), TYPE)).rejects.toEqual(away)
  await expect(storage.read(KEY)).rejects.toEqual(away)
  await expect(storage.remove(KEY)).rejects.toEqual(away)
}

test('a bucket is asked with a signature, by path', async () => {
  await inBucket().put(KEY, content('signed'), TYPE)
  expect(bucket.seen.at(-1)).toBe(`PUT /clinic/${KEY} AWS4-HMAC-SHA256 Credential=AKEY`)
})

test('a bucket that refuses, is busy or is not there is told as such', async () => {
  bucket.answers = 403
  await isAway(inBucket())
  bucket.answers = 503
  const before = bucket.seen.length
  await expect(inBucket().read(KEY)).rejects.toEqual(away)
  // Busy may pass: it is asked again, a few times.
  expect(bucket.seen.length - before).toBe(3)
  bucket.answers = null
  const gone = await openBucket()
  await close(gone)
  await isAway(inBucket(gone.url))
})

test('a bucket that sends us elsewhere is told as such, and nobody goes there', async () => {
  bucket.answers = 307
  const before = bucket.seen.length
  await isAway(inBucket())
  expect(bucket.seen.length - before).toBe(3)
  bucket.answers = null
})

test('of a bucket’s reason no more is read than is told', async () => {
  let sent = 0
  const talker = createServer((_, response) => {
    response.writeHead(403)
    const more = () => {
      if (response.destroyed) return
      sent += 64 * 1024
      response.write(' '.repeat(64 * 1024), more)
    }
    more()
  })
  await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve))
  const { port } = talker.address() as AddressInfo
  await expect(inBucket(`http://127.0.0.1:${port}`).read(KEY)).rejects.toEqual(away)
  expect(sent).toBeLessThan(50 * 1024 * 1024)
  talker.closeAllConnections()
  await new Promise((resolve) => talker.close(resolve))
})

test('a folder that cannot be written is told as such, and no part is left in one that broke off', async () => {
  const taken = join(folder, 'taken')
  await writeFile(taken, 'a file where the folder should be')
  await expect(inFolder(taken).put(KEY, content('x'), TYPE)).rejects.toEqual(away)
  const storage = inFolder()
  // A folder stands where the file should: the last step fails.
  await storage.put(`${KEY}/inside.webp`, content('x'), TYPE)
  await expect(storage.put(KEY, content('y'), TYPE)).rejects.toEqual(away)
  expect(await readdir(join(folder, 'files/appointment-types'))).toEqual(['0a1b-640.webp'])
})
