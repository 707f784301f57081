import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from './database/connection.ts'
import { isDatabaseAway } from './database/failures.ts'
import type { AppEnvironment } from './http/request-context.ts'
import type { Services } from './services.ts'

const KEPT_MS = 1_000
const TIMEOUT_MS = 2_000
const RETRY_SECONDS = 5

type Readiness = 'up' | 'away' | 'not_writable'

/** `/healthz` ignores the database, because a restart would not bring it back. */
export function healthChecks(app: Hono<AppEnvironment>, { db, log }: Services): void {
  const readiness = shared(() =>
    tryWriting(db, (err) => log.warn({ err }, 'the database is not ready')),
  )

  app.get('/healthz', (context) => {
    context.header('Cache-Control', 'no-store')
    return context.json({ status: 'ok' })
  })

  app.get('/healthz/ready', async (context) => {
    context.header('Cache-Control', 'no-store')
    const database = await readiness()
    if (database === 'up') return context.json({ status: 'ok', database })
    context.header('Retry-After', String(RETRY_SECONDS))
    return context.json({ status: 'unavailable', database }, 503)
  })
}

async function tryWriting(db: Database, onFault: (error: unknown) => void): Promise<Readiness> {
  try {
    await sql`select check_writable()`.execute(db)
    return 'up'
  } catch (error) {
    onFault(error)
    return isDatabaseAway(error) ? 'away' : 'not_writable'
  }
}

/** One check at a time for all callers. */
function shared(check: () => Promise<Readiness>): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined
  const start = () => {
    const started = check()
    void started.then(() => setTimeout(() => (running = undefined), KEPT_MS).unref())
    return started
  }
  return async () => {
    running ??= start()
    const late = Promise.withResolvers<Readiness>()
    const timer = setTimeout(late.resolve, TIMEOUT_MS, 'away')
    const result = await Promise.race([running, late.promise])
    clearTimeout(timer)
    return result
  }
}
