import { once } from 'node:events'
import { get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLimitedServer } from '#server/http/limited-server.ts'
import { createLog } from '#server/log/log.ts'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { installCarelane, WITHOUT_DEMONSTRATION } from '../carelane-process.ts'
import { testSettings } from '../test-server.ts'

/** Of what is not tried out: so much that it plays no part. */
const GENEROUS = {
  perSource: 100,
  total: 100,
  headersMs: 60_000,
  bodyMs: 60_000,
  slowestBytesPerSecond: 1,
  longestBodyMs: 60_000,
  idleMs: 60_000,
  checkEveryMs: 20,
}

let server: Server
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const greet: RequestListener = (_, response) => response.end('hello')

async function start(
  limits: Partial<typeof GENEROUS>,
  listener: RequestListener = greet,
  environment: Record<string, string> = { RATE_LIMITS: 'on' },
) {
  const services = { settings: testSettings(environment), log: createLog('silent') }
  server = createLimitedServer(services, {}, listener, { ...GENEROUS, ...limits })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

/** A connection, what has come over it, and its end. */
async function open() {
  const socket = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true })
  sockets.push(socket)
  const got = { text: '' }
  socket.on('data', (text) => {
    got.text += text
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    for (const end of ['end', 'close']) socket.once(end, () => resolve())
  })
  await Promise.race([once(socket, 'connect'), closed])
  return { socket, got, closed }
}
/** Whether it is answered, rather than closed. */
const isOpen = async ({ socket, got, closed }: Awaited<ReturnType<typeof open>>) => {
  got.text = ''
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const answered = eventually(() => expect(got.text).toContain('hello'))
  return await Promise.race([answered.then(() => true), closed.then(() => false)])
}

describe('a caller who takes their time', () => {
  test.each([
    ['says nothing', ''],
    ['does not end the head of the request', 'GET / HTTP/1.1\r\nHost: here\r\n'],
  ])('and %s is let go', async (_, text) => {
    await start({ headersMs: 100 })
    const { socket, closed, got } = await open()
    socket.write(text)
    await closed
    expect(got.text).toMatch(/^(HTTP\/1.1 408|$)/)
  })

  const send = async (length: number) => {
    const caller = await open()
    caller.socket.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${length}\r\n\r\n`)
    return caller
  }
  const readBody: RequestListener = (request, response) => {
    request.on('error', () => undefined)
    request.on('end', () => response.end('hello'))
    request.resume()
  }

  test('sends a byte now and then, and is let go all the same', async () => {
    await start({ bodyMs: 100, slowestBytesPerSecond: 1_000 }, readBody)
    const { socket, closed, got } = await send(50)
    const timer = setInterval(() => socket.write('x'), 20)
    // Without the limit the body would be whole, and answered.
    await closed.finally(() => clearInterval(timer))
    expect(got.text).toBe('')
  })

  test('on a slow network may take as long as the length of the body asks for', async () => {
    await start({ bodyMs: 1, slowestBytesPerSecond: 100, idleMs: 30_000 }, readBody)
    const { socket, got } = await send(10_000)
    for (let part = 0; part < 10; part += 1) {
      socket.write('x'.repeat(1_000))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await eventually(() => expect(got.text).toContain('hello'))
  })

  test('and stops in the middle of a body is let go', async () => {
    await start({ idleMs: 100 }, readBody)
    const { socket, closed } = await send(1_000)
    socket.write('x')
    await closed
  })

  test('and takes nothing of the answer is let go', async () => {
    let closed: Promise<unknown> | undefined
    await start({ idleMs: 100 }, (_, response) => {
      closed = once(response, 'close')
      response.end(Buffer.alloc(50_000_000))
    })
    const { port } = server.address() as AddressInfo
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get({ port, agent: false }, resolve)
    })
    answer.on('error', () => undefined)
    answer.pause()
    await closed
  })

  test('because of us is not let go', async () => {
    await start({ idleMs: 20 }, async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      response.end('hello')
    })
    expect(await isOpen(await open())).toBe(true)
  })
})

describe('connections of one source', () => {
  test('are refused beyond the limit, until one of them closes', async () => {
    await start({ perSource: 2 })
    const [first, second] = [await open(), await open()]
    expect(await Promise.all([first, second].map(isOpen))).toEqual([true, true])
    expect(await isOpen(await open())).toBe(false)
    first.socket.destroy()
    await eventually(async () => expect(await isOpen(await open())).toBe(true))
    expect(await isOpen(second)).toBe(true)
  })

  test('are not counted where limits are switched off', async () => {
    await start({ perSource: 1 }, greet, { RATE_LIMITS: 'off' })
    const all = [await open(), await open(), await open()]
    expect(await Promise.all(all.map(isOpen))).toEqual([true, true, true])
  })

  test('and of all others have a limit, too', async () => {
    await start({ total: 2 }, greet, { RATE_LIMITS: 'off' })
    const all = [await open(), await open(), await open()]
    expect(await Promise.all(all.map(isOpen))).toEqual([true, true, false])
  })
})

describe('behind a proxy', () => {
  const PROXIED = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }
  const ask = (source: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      headers: { 'X-Forwarded-For': source },
    })

  test('the requests of a source are counted, not the connections, which are the proxy’s', async () => {
    const waiting: (() => void)[] = []
    await start(
      { perSource: 2 },
      (_, response) => waiting.push(() => response.end('hello')),
      PROXIED,
    )
    const asked = [ask('192.0.2.1'), ask('192.0.2.1')]
    await eventually(() => expect(waiting).toHaveLength(2))
    const refused = await ask('192.0.2.1')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    const other = ask('192.0.2.2')
    await eventually(() => expect(waiting).toHaveLength(3))
    for (const answer of waiting.splice(0)) answer()
    expect((await Promise.all([...asked, other])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ])
    const again = ask('192.0.2.1')
    await eventually(() => expect(waiting).toHaveLength(1))
    waiting[0]?.()
    expect((await again).status).toBe(200)
  })

  test('live channels are counted with them', async () => {
    await start({ perSource: 1 }, greet, PROXIED)
    server.on('upgrade', (_, socket) => {
      socket.on('error', () => undefined)
      socket.on('end', () => socket.destroy()).resume()
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    })
    const upgrade = async () => {
      const caller = await open()
      caller.socket.write(
        'GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n',
      )
      return caller
    }
    const channel = await upgrade()
    await eventually(() => expect(channel.got.text).toContain('101'))
    expect((await ask('192.0.2.1')).status).toBe(429)
    await (await upgrade()).closed
    expect((await ask('192.0.2.2')).status).toBe(200)
    channel.socket.destroy()
    await eventually(async () => expect((await ask('192.0.2.1')).status).toBe(200))
  })
})

test.runIf(isFull)('the product keeps to it', async () => {
  const carelane = await installCarelane()
  try {
    const { url } = await carelane.startReady({ ...WITHOUT_DEMONSTRATION, RATE_LIMITS: 'on' })
    const { port } = new URL(url)
    let ended = 0
    const crowd = await Promise.all(
      Array.from({ length: 520 }, async () => {
        const socket = connect({ port: Number(port), host: '127.0.0.1' })
        socket.on('error', () => undefined)
        socket.on('close', () => {
          ended += 1
        })
        await once(socket, 'connect')
        return socket
      }),
    )
    sockets.push(...crowd)
    await eventually(() => expect(ended).toBeGreaterThanOrEqual(20))
    expect(ended).toBeLessThanOrEqual(30)
  } finally {
    for (const socket of sockets.splice(0)) socket.destroy()
    await carelane.remove()
  }
})
