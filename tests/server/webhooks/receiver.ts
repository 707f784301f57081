import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { sendWebhooks } from '#server/webhooks/send-webhooks.ts'
import { newWebhookSecret } from '#server/webhooks/webhook-secret.ts'
import { insertRow } from '../rows.ts'
import type { TestServer } from '../test-server.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A real HTTP server, what it was sent, and how it answers, which each test may change. */
export async function runReceiver() {
  const received: Received[] = []
  const behaviour = {
    answer: (response: ServerResponse, _request: Received): void => {
      response.writeHead(204).end()
    },
  }
  const usual = { ...behaviour }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      const got = { path: request.url ?? '', headers: request.headers, body }
      received.push(got)
      behaviour.answer(response, got)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  beforeEach(() => {
    Object.assign(behaviour, usual)
    received.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, behaviour, url }
}

let names = 0

/** A webhook that is told of every event, with its secret. */
export async function addWebhook(
  db: Database,
  { address, events, ...given }: { address: string; events: string[]; is_active?: boolean },
) {
  names += 1
  const name = `Practice system ${names}`
  const { id } = await insertRow(db, 'webhook', { name, address, events, ...given })
  const secret = newWebhookSecret()
  await insertRow(db, 'webhook_secret', { webhook_id: id, secret })
  return { id, secret, address }
}

/** Everything that waits is due now, and is sent or tried once. */
export async function sendDeliveries({ database, services }: TestServer) {
  await database.db
    .updateTable('webhook_delivery')
    .set({ due: new Date(0) })
    .where('state', '=', 'waiting')
    .execute()
  return await sendWebhooks(services, new AbortController().signal)
}
