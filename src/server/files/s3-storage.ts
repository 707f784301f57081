import { AwsClient } from 'aws4fetch'
import { outsideLine } from '#lib/text/outside-line.ts'
import { limitedText } from '../http/limited-text.ts'
import { type FileStorage, storageAway } from './file-storage.ts'

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
export function s3Storage({ endpoint, bucket, region, ...keys }: S3Options): FileStorage {
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
