import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for a PostgreSQL of the bench. */
export const makeDataFolder = () => mkdtemp(join(tmpdir(), 'carelane-bench-'))

/** Deletes it once its server has stopped; a file that some last process still writes is waited for. */
export const removeDataFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
