import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseClient } from './database-client.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
/** Silent connections are detected after so long. */
const CHECK_MS = 20_000

export type SendThere = (text: string, values?: string[]) => Promise<unknown>

type Listener = {
  /** Earlier messages may have been missed. */
  onReady: (send: SendThere) => void
  onBroken?: () => void
  onMessage: (payload: string) => void
}

/** Listens to a NOTIFY channel over its own connection, and again when that breaks. */
export function listenForever(
  databaseUrl: string,
  channel: string,
  log: Logger,
  { onReady, onBroken, onMessage }: Listener,
): { open: () => void; close: () => Promise<void> } {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  const reconnectForever = async () => {
    let delay = FIRST_WAIT_MS
    while (!closing.signal.aborted) {
      try {
        await listenUntilBroken(databaseUrl, channel, closing.signal, {
          onReady: (send) => {
            delay = FIRST_WAIT_MS
            onReady(send)
          },
          onMessage,
        })
      } catch (error) {
        log.warn({ err: error, channel }, 'what other instances say is not heard; trying again')
      }
      onBroken?.()
      await wait(delay, undefined, { signal: closing.signal }).catch(() => undefined)
      delay = Math.min(delay * 2, LONGEST_WAIT_MS)
    }
  }
  return {
    open() {
      if (!closing.signal.aborted) running ??= reconnectForever()
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

async function listenUntilBroken(
  databaseUrl: string,
  channel: string,
  ending: AbortSignal,
  { onReady, onMessage }: Listener,
): Promise<void> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: `carelane ${channel}`,
  })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
  })
  broken.catch(() => undefined)
  client.on('notification', ({ payload }) => onMessage(payload ?? '{}'))
  let last: Promise<unknown> = Promise.resolve()
  const send: SendThere = (text, values) => {
    const sent = last.then(() => client.query(text, values))
    last = sent.catch(() => undefined)
    return sent
  }
  try {
    await client.connect()
    await send(`listen ${channel}`)
    onReady(send)
    while (!ending.aborted) {
      await Promise.race([
        broken,
        wait(CHECK_MS, undefined, { signal: ending, ref: false }).catch(() => undefined),
      ])
      if (!ending.aborted) await send('select 1')
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
