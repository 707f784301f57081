import pg from 'pg'
import { SESSION_OPTIONS } from './session-settings.ts'

declare module 'pg' {
  interface ClientBase {
    getStartupConf(): Record<string, string>
  }
}

/** How long to wait for a connection, from the server or from the pool. */
export const CONNECT_MS = 5_000
const KEEP_ALIVE_MS = 10_000

/** The connection that everything here uses: with our session settings. */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
    })
  }

  override getStartupConf(): Record<string, string> {
    const { user = '', database = '', application_name = '', options } = super.getStartupConf()
    // The last one counts: an address with options of its own does not change ours.
    const all = [options, SESSION_OPTIONS].filter(Boolean).join(' ')
    return { user, database, application_name, options: all }
  }
}
