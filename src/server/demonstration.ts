import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from './database/connection.ts'
import type { MailTransport } from './messages/mail-transport.ts'
import type { TextTransport } from './messages/text-transport.ts'
import type { Services } from './services.ts'

/** An entry point passes it in; nothing else knows of a demonstration. */
export type Demonstration = {
  seed: (services: Pick<Services, 'db' | 'files' | 'settings' | 'log'>) => Promise<boolean>
  removeExpired: (db: Database) => Promise<void>
  mailTransport: (db: Database) => MailTransport
  textTransport: (db: Database) => TextTransport
  isForPages: (path: string) => boolean
  createPages: (services: Services) => (request: IncomingMessage, response: ServerResponse) => void
  welcome: readonly string[]
}
