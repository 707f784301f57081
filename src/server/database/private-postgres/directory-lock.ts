import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'

const sqliteBusy = 5

/** Somebody may start Carelane while it is still stopping (milliseconds). */
const patience = 5_000

/**
 * Claims a directory for this process and returns the release. Uses SQLite's file locks, because
 * Node has none: the kernel drops them with the process, and containers that share the folder see
 * them.
 * @throws StartError naming the process that holds it; an `AbortError` with the signal.
 */
export async function lockDirectory(
  directory: string,
  log: (message: string) => void,
  signal: AbortSignal,
): Promise<() => void> {
  const ownerFile = join(directory, 'postgres.owner')
  const until = performance.now() + patience
  let lock = tryToLock(directory, ownerFile)
  if (!lock) log(`Waiting for process ${readOwner(ownerFile)} to stop using ${directory}`)
  while (!lock && performance.now() < until) {
    await wait(50, undefined, { signal })
    lock = tryToLock(directory, ownerFile)
  }
  if (lock) return () => lock.close()
  throw new StartError(
    `Another Carelane (process ${readOwner(ownerFile)}) is already using ${directory}: stop it, or set DATA_DIR to another folder.`,
  )
}

function tryToLock(directory: string, ownerFile: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(directory, 'postgres.lock'))
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    writeFileSync(ownerFile, `${process.pid}\n`)
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return
    throw new StartError(
      `Carelane cannot write to ${directory} (${error instanceof Error ? error.message : error}): give this user the right to, or set DATA_DIR to a folder of its own.`,
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
