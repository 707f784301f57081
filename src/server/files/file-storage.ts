import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'

export type StoredFile = { content: ReadableStream<Uint8Array>; bytes: number }

/**
 * Keys such as `appointment-types/0a1b.webp` have letters, digits, dashes, dots and slashes. All
 * instances share them.
 * @throws Refusal `unavailable`.
 */
export type FileStorage = {
  /** The whole file or nothing. */
  put: (key: string, content: Uint8Array, type: string) => Promise<void>
  /** Null where there is none. Cancel content that you do not read. */
  read: (key: string) => Promise<StoredFile | null>
  /** Ignores missing files. */
  remove: (key: string) => Promise<void>
}

/** S3 if configured, else a folder. */
export function createFileStorage(settings: Settings): FileStorage {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = settings
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secret } = settings
  if (!endpoint || !bucket || !accessKeyId || !secret) {
    return folderStorage(join(settings.DATA_DIR, 'files'))
  }
  const region = settings.FILES_S3_REGION
  return s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey: secret })
}
