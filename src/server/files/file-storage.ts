import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'

export type StoredFile = { content: ReadableStream<Uint8Array>; bytes: number }

/**
 * Where files lie, by keys such as `appointment-types/0a1b.webp`: letters, digits, dashes, dots and
 * slashes. Every instance of the process reaches the same ones.
 * @throws Refusal `unavailable` where the storage does not take or give them.
 */
export type FileStorage = {
  /** The whole file or nothing: what breaks off leaves no part under its key. */
  put: (key: string, content: Uint8Array, type: string) => Promise<void>
  /** Null where there is none. Whoever does not read the content to its end cancels it. */
  read: (key: string) => Promise<StoredFile | null>
  /** One that is not there is no error. */
  remove: (key: string) => Promise<void>
}

/** The storage that the settings name: S3, or else a folder beside the other data. */
export function createFileStorage(settings: Settings): FileStorage {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = settings
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secret } = settings
  if (!endpoint || !bucket || !accessKeyId || !secret) {
    return folderStorage(join(settings.DATA_DIR, 'files'))
  }
  const region = settings.FILES_S3_REGION
  return s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey: secret })
}
