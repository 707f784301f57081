/* Loaded into the bench of an older revision, which deletes a folder that PostgreSQL still writes to. */
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { rm } = promises
promises.rm = (path, options) => rm(path, { maxRetries: 20, retryDelay: 50, ...options })
syncBuiltinESMExports()
