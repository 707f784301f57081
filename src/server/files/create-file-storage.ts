import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import type { FileStorage } from './file-storage.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'

export function createFileStorage(settings: Settings): FileStorage {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = settings
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secret } = settings
  if (!endpoint || !bucket || !accessKeyId || !secret) {
    return folderStorage(join(settings.DATA_DIR, 'files'))
  }
  const region = settings.FILES_S3_REGION
  return s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey: secret })
}
