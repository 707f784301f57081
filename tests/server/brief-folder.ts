import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * A new folder for a database that is thrown away: in memory where there is much room for that (Linux),
 * since the thousands of files that come and go with databases keep a disk's file system busy for a
 * third of the time of the server's tests. It outlives what a kill of the server does as a disk would.
 */
export const briefFolder = (name: string): string =>
  mkdtempSync(join(parent(), `carelane-${name}-`))

function parent(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
