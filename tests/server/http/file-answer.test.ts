import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import compression from 'compression'
import { Hono } from 'hono'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { answerFile } from '#server/http/file-answer.ts'
import type { AppEnvironment } from '#server/http/request-context.ts'
import { createLog } from '#server/log.ts'

let server: Server | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
})

/** Serves one file, compressed where the caller takes it so, as the product does. */
async function serve(content: FileAnswer['content']): Promise<string> {
  const app = new Hono<AppEnvironment>()
  app.onError((_, context) => context.json({ code: 'internal' }, 500))
  app.get('/', (context) =>
    answerFile(context, 'text/csv', { name: 'list.csv', content }, createLog('silent')),
  )
  const listener = getRequestListener(app.fetch)
  const compress = compression()
  server = createServer((incoming, outgoing) => {
    compress(incoming as never, outgoing as never, () => void listener(incoming, outgoing))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The answer as soon as its head is there; nothing of its body is taken yet. */
const open = (address: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(address, { agent: false }, resolve).on('error', reject).end()
  })

describe.each(['identity', 'gzip'])('a file, sent as %s,', (encoding) => {
  const get = (address: string) => fetch(address, { headers: { 'Accept-Encoding': encoding } })

  test('arrives whole, by its name and type', async () => {
    const address = await serve(
      (async function* () {
        yield 'á,b\r\n'
        yield 'c,d\r\n'.repeat(50_000)
        yield 'e,f\r\n'
      })(),
    )
    const answer = await get(address)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="list.csv"',
    })
    expect(await answer.text()).toBe(`á,b\r\n${'c,d\r\n'.repeat(50_000)}e,f\r\n`)
  })

  test.each([1, 2, 40])(
    'breaks off where piece %i is the last that can be made',
    async (pieces) => {
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const address = await serve(
        (async function* () {
          for (let made = 0; made < pieces; made += 1) yield `${made}\r\n`.repeat(2_000)
          throw new Error('select secret from person')
        })(),
      )
      // The connection may break before the head is out; a whole answer there is in no case.
      const read = get(address).then((answer) => answer.text())
      await expect(read).rejects.toThrow(/terminated|fetch failed/)
      expect(JSON.stringify(said.mock.calls.flat().map(String))).not.toContain('secret')
    },
  )

  test('that fails before its first piece is answered as any failure', async () => {
    const address = await serve(
      // biome-ignore lint/correctness/useYield: it fails before it has anything
      (async function* () {
        throw new Error('select secret from person')
      })(),
    )
    const answer = await get(address)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ code: 'internal' })
  })
})

test('is made as fast as it is taken, and no further once nobody takes it', async () => {
  const made: number[] = []
  let ended = false
  const address = await serve(
    (async function* () {
      try {
        for (let piece = 0; piece < 10_000; piece += 1) {
          made.push(piece)
          yield 'x'.repeat(100_000)
        }
      } finally {
        ended = true
      }
    })(),
  )
  const answer = await open(address)
  answer.pause()
  // What is on the way fills up, and then nothing more is made.
  await vi.waitFor(
    async () => {
      const before = made.length
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(made.length).toBe(before)
    },
    { timeout: 10_000 },
  )
  expect(made.length).toBeLessThan(500)
  answer.destroy()
  await vi.waitFor(() => expect(ended).toBe(true), { timeout: 5_000 })
})
