import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { type FileStorage, type StoredFile, storageAway } from './file-storage.ts'

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
