import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from './database/connection.ts'
import type { Services } from './services.ts'

/** What a demonstration adds to the product. An entry point passes it in; nothing else knows of one. */
export type Demonstration = {
  /** Fills an empty database with made-up data. @returns whether it did. */
  seed: (services: Pick<Services, 'db' | 'files' | 'settings' | 'log'>) => Promise<boolean>
  removeExpired: (db: Database) => Promise<void>
  isForProvider: (path: string) => boolean
  /** The identity provider: answers the requests that `isForProvider` names. */
  createProvider: (
    services: Services,
  ) => Promise<(request: IncomingMessage, response: ServerResponse) => void>
  /** What to tell the person who started it. */
  welcome: readonly string[]
}
