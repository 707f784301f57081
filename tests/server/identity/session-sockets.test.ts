import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createSessionSockets } from '#server/identity/session-sockets.ts'
import { livingSessions } from '#server/identity/sessions.ts'
import { eventually } from '../../eventually.ts'
import { addSignedIn } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'

/* What every live channel has in common. */

const server = await startTestServer({ environment: { RATE_LIMITS: 'on' } })
const listener = await addSignedIn(server)
const sockets = createSessionSockets(server.services, {
  mayOpen: () => true,
  stillMay: (ids) => livingSessions(server.database.db, server.services.settings, ids),
})
const http = createServer().on('upgrade', sockets.upgrade)
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  await sockets.close()
  http.close()
  await server.stop()
})

/** @throws an error that names the status of a refusal. */
async function open(headers: Record<string, string> = listener.headers): Promise<WebSocket> {
  const { port } = http.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, {
    headers,
    origin: `http://127.0.0.1:${port}`,
  })
  await once(socket, 'open')
  return socket
}

const connections = () => promisify<number>((done) => http.getConnections(done))()

const closed = async (socket: WebSocket) => (await once(socket, 'close'))[0]

test('a message of more than a kilobyte ends the channel, and none is compressed', async () => {
  const socket = await open()
  expect(socket.extensions).toBe('')
  socket.send('x'.repeat(1_025))
  expect(await closed(socket)).toBe(1009)
})

test('who does not take what is sent is let go, and the others hear it', async () => {
  const [slow, quick] = [await open(), await open()]
  let heard = 0
  quick.on('message', () => {
    heard += 1
  })
  const { _socket } = slow as unknown as { _socket: Duplex }
  _socket.pause()
  // The first pieces lie in the buffers of the network.
  await eventually(
    async () => {
      sockets.send('x'.repeat(32 * 1024))
      expect(await connections()).toBe(1)
    },
    { interval: 5 },
  )
  _socket.resume()
  expect(await closed(slow)).toBe(1006)
  expect(heard).toBeGreaterThan(0)
  quick.terminate()
})

test('one place opens a hundred and twenty a minute', async () => {
  const ends: unknown[] = []
  for (let count = 0; count < 130; count += 1) {
    ends.push(
      await open({}).then(closed, (error: Error) => error.message.match(/\d{3}/)?.[0] ?? ''),
    )
  }
  const tooOften = ends.indexOf('429')
  expect(tooOften).toBeGreaterThan(100)
  expect(new Set(ends.slice(0, tooOften))).toEqual(new Set([4401]))
  expect(new Set(ends.slice(tooOften))).toEqual(new Set(['429']))
})
