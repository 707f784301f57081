import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import compression from 'compression'
import { Hono } from 'hono'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { answerFile } from '#server/http/file-answer.ts'
import type { AppEnvironment } from '#server/http/request-context.ts'
import { createLog } from '#server/log/log.ts'
import { some } from '../../amount.ts'
import { eventually } from '../../eventually.ts'

let server: Server | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
})

/** Serves one file, compressed where the caller takes it so, as the product does. */
async function serve(content: FileAnswer['content'], sending = {}): Promise<string> {
  const app = new Hono<AppEnvironment>()
  app.onError((_, context) => context.json({ code: 'internal' }, 500))
  app.get('/', (context) =>
    answerFile(
      context,
      'text/csv',
      { name: 'list.csv', content },
      { log: createLog('silent'), ...sending },
    ),
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
const open = (address: string, encoding: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'Accept-Encoding': encoding }
    request(address, { agent: false, headers }, resolve).on('error', reject).end()
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

/** Pieces without end, how many were made, and whether anybody still makes them. */
function endless() {
  const made = { pieces: 0, hasEnded: false }
  const content = (async function* () {
    try {
      for (;;) {
        made.pieces += 1
        // Text that does not compress well, or hardly anything would be on its way.
        yield randomBytes(50_000).toString('hex')
      }
    } finally {
      made.hasEnded = true
    }
  })()
  return { made, content }
}

describe.each(some(['identity', 'gzip'], 1))(
  'a file that is taken slowly, sent as %s,',
  (encoding) => {
    test('is made as fast as it is taken, and no further once nobody takes it', async () => {
      const { made, content } = endless()
      const ended = vi.fn()
      const answer = await open(await serve(content, { onEnd: ended }), encoding)
      answer.pause()
      // What is on the way fills up, and then nothing more is made.
      await eventually(async () => {
        const before = made.pieces
        await new Promise((resolve) => setTimeout(resolve, 200))
        expect(made.pieces).toBe(before)
      })
      expect(made.pieces).toBeLessThan(500)
      expect(ended).not.toHaveBeenCalled()
      answer.destroy()
      await eventually(() => expect(ended).toHaveBeenCalledOnce())
      expect(made.hasEnded).toBe(true)
    })

    test('is broken off once nothing of it is taken for too long', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const { made, content } = endless()
      const ended = vi.fn()
      const address = await serve(content, { onEnd: ended, longestPauseMs: 50 })
      const answer = await open(address, encoding)
      const broken = new Promise((resolve) => answer.once('error', resolve))
      answer.pause()
      await eventually(() => expect(ended).toHaveBeenCalledOnce())
      expect(made.hasEnded).toBe(true)
      answer.resume()
      expect(String(await broken)).toContain('aborted')
    })

    test('adds no listener for each of its pieces', async () => {
      const warned = vi.fn()
      process.on('warning', warned)
      const address = await serve(
        (async function* () {
          for (let piece = 0; piece < 40; piece += 1) yield randomBytes(50_000).toString('hex')
        })(),
      )
      const answer = await fetch(address, { headers: { 'Accept-Encoding': encoding } })
      expect((await answer.text()).length).toBe(40 * 100_000)
      process.off('warning', warned)
      expect(warned.mock.calls.map(String)).toEqual([])
    })
  },
)

test('only the head of a file ends it at once', async () => {
  const { made, content } = endless()
  const ended = vi.fn()
  const answer = await fetch(await serve(content, { onEnd: ended }), { method: 'HEAD' })
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(ended).toHaveBeenCalledOnce()
  expect(made).toEqual({ pieces: 1, hasEnded: true })
})
