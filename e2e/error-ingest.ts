import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { inflateSync } from 'node:zlib'

export type Report = Record<string, unknown> & { type?: string }

/** What takes reports in the place of a Sentry-compatible service, and keeps what it was sent. */
export async function startIngest() {
  const reports: Report[] = []
  /** Each part as it was sent: under which key, with what of whom, and its events as text. */
  const recordings: { key: string; report: Report; events: string }[] = []
  const server = createServer(async (request, response) => {
    const key = new URL(request.url ?? '', 'http://localhost').searchParams.get('sentry_key') ?? ''
    const items = readEnvelope(await readBody(request))
    response.setHeader('Access-Control-Allow-Origin', '*').end('{}')
    for (const [place, { type, payload }] of items.entries()) {
      if (type === 'event') reports.push(JSON.parse(String(payload)))
      if (type !== 'replay_recording') continue
      const head = payload.indexOf('\n') + 1
      const report = JSON.parse(String(items[place - 1]?.payload))
      recordings.push({ key, report, events: String(inflateSync(payload.subarray(head))) })
    }
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return {
    host: `localhost:${address.port}`,
    reports,
    recordings,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** Lines of JSON: of the envelope, then of each item and its content, which may hold anything. */
function readEnvelope(body: Buffer) {
  const items: { type: string; payload: Buffer }[] = []
  let place = body.indexOf('\n') + 1
  while (place > 0 && place < body.length) {
    const end = body.indexOf('\n', place)
    const { type, length } = JSON.parse(String(body.subarray(place, end)))
    const next = length === undefined ? body.indexOf('\n', end + 1) : end + 1 + length
    const stop = next === -1 ? body.length : next
    items.push({ type, payload: body.subarray(end + 1, stop) })
    place = stop + 1
  }
  return items
}
