import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from './database/connection.ts'
import type { Services } from './services.ts'

/** An entry point passes it in; nothing else knows of a demonstration. */
export type Demonstration = {
  /** @returns whether the database was empty. */
  seed: (services: Pick<Services, 'db' | 'files' | 'settings' | 'log'>) => Promise<boolean>
  removeExpired: (db: Database) => Promise<void>
  isForProvider: (path: string) => boolean
  /** Answers the requests that `isForProvider` names. */
  createProvider: (
    services: Services,
  ) => Promise<(request: IncomingMessage, response: ServerResponse) => void>
  welcome: readonly string[]
}
