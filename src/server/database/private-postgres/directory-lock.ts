import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/start-error.ts'

const sqliteBusy = 5

/**
 * Claims a directory for this process and returns the release.
 *
 * Node has no file locks, but the SQLite inside it does, and they are the kernel's: one goes with
 * its process however that ends, a recycled process number cannot hold it, and it is seen across
 * containers that share the folder. The file stays empty.
 *
 * @throws StartError naming the process that holds it.
 */
export function lockDirectory(directory: string): () => void {
  const ownerFile = join(directory, 'postgres.owner')
  try {
    const lock = new DatabaseSync(join(directory, 'postgres.lock'))
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    writeFileSync(ownerFile, `${process.pid}\n`)
    return () => lock.close()
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) {
      throw new StartError(
        `Carelane cannot write to ${directory} (${error instanceof Error ? error.message : error}): give this user the right to, or set DATA_DIR to a folder of its own.`,
      )
    }
    throw new StartError(
      `Another Carelane (process ${readOwner(ownerFile)}) is already using ${directory}: stop it, or set DATA_DIR to another folder.`,
    )
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
