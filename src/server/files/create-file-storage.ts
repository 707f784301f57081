import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { outsideLine } from '#lib/text/outside-line.ts'
import { limitedText } from '../http/limited-text.ts'
import type { Settings } from '../settings.ts'
import { type FileStorage, type StoredFile, storageAway } from './file-storage.ts'

type S3Options = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 15_000
const SLOWEST_BYTES_PER_MS = 250
const RETRIES = 2

/** Amazon S3 or compatible, addressed by path. */
function s3Storage({ endpoint, bucket, region, ...keys }: S3Options): FileStorage {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: RETRIES })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const ask = async (key: string, init: RequestInit, bytes = 0): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS))
    // A signature holds for one host, so a redirect is a wrong endpoint.
    const request = { ...init, signal, redirect: 'manual' as const }
    return await client.fetch(`${base}/${key}`, request).catch((cause: unknown) => {
      throw storageAway(cause)
    })
  }
  return {
    put: async (key, content, type) => {
      const bytes = content instanceof Blob ? content.size : content.byteLength
      const headers = { 'Content-Type': type, 'Content-Length': String(bytes) }
      await finished(await ask(key, { method: 'PUT', body: content as BodyInit, headers }, bytes))
    },
    read: async (key) => {
      const answer = await ask(key, { method: 'GET' })
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      if (!answer.ok || !answer.body) throw await refused(answer)
      return { content: answer.body, bytes: Number(answer.headers.get('Content-Length')) }
    },
    remove: async (key) => {
      const answer = await ask(key, { method: 'DELETE' })
      if (answer.status === 404) await answer.body?.cancel()
      else await finished(answer)
    },
  }
}

async function finished(answer: Response): Promise<void> {
  if (!answer.ok) throw await refused(answer)
  await answer.body?.cancel()
}

const LONGEST_REASON = 300
const LARGEST_REASON_BYTES = 64 * 1024

async function refused(answer: Response) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const reason = await limitedText(answer, LARGEST_REASON_BYTES, signal).catch(() => '')
  return storageAway(
    new Error(`S3 answered ${answer.status}: ${outsideLine(reason, LONGEST_REASON)}`),
  )
}

/** Several instances need a shared folder. */
export function folderStorage(folder: string): FileStorage {
  const toPath = (key: string) => join(folder, ...key.split('/'))
  return {
    put: async (key, content) => {
      const path = toPath(key)
      const part = `${path}.${randomUUID()}.part`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeDurably(part, content)
        await rename(part, path)
      } catch (cause) {
        await rm(part, { force: true }).catch(() => undefined)
        throw storageAway(cause)
      }
    },
    read: async (key) => {
      try {
        return await readWhole(toPath(key))
      } catch (cause) {
        if (isMissing(cause)) return null
        throw storageAway(cause)
      }
    },
    remove: async (key) => {
      await rm(toPath(key), { force: true }).catch((cause: unknown) => {
        throw storageAway(cause)
      })
    },
  }
}

async function writeDurably(path: string, content: Uint8Array | Blob): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content instanceof Blob ? content.stream() : content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readWhole(path: string): Promise<StoredFile> {
  const file = await open(path)
  const { size } = await file.stat()
  const content = Readable.toWeb(file.createReadStream())
  return { content: content as ReadableStream<Uint8Array>, bytes: size }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export function createFileStorage(settings: Settings): FileStorage {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = settings
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secret } = settings
  if (!endpoint || !bucket || !accessKeyId || !secret) {
    return folderStorage(join(settings.DATA_DIR, 'files'))
  }
  const region = settings.FILES_S3_REGION
  return s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey: secret })
}
