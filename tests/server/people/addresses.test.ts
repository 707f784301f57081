import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressService } from '#server/people/address-service.ts'
import { builtInAddresses } from '#server/people/built-in-addresses.ts'
import { guestDetails } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()

const suggest = (query: string) =>
  send(server, 'GET', `/api/public/addresses/autocomplete/${encodeURIComponent(query)}/`)
const find = (id: string) => send(server, 'GET', `/api/public/addresses/${encodeURIComponent(id)}/`)

describe('the addresses that come with the software', () => {
  const labels = async (query: string) =>
    ((await suggest(query)).body['suggestions'] as { label: string }[]).map(({ label }) => label)

  test('are suggested by any part of them, at most ten', async () => {
    expect(await labels('12 harbour')).toEqual(['12 Harbour Street, Saltmere, ZZ1 1AA'])
    expect(await labels('zz12bb')).toHaveLength(10)
    expect(await labels('ZZ1 2BB, 18')).toEqual(['18 Mill Lane, Saltmere, ZZ1 2BB'])
    expect(await labels('nowhere road')).toEqual([])
    expect(await labels('a/b?c#d%')).toEqual([])
  })

  test('are found by the id of a suggestion', async () => {
    const { body } = await suggest('9 the green')
    const [suggestion] = body['suggestions'] as { id: string }[]
    expect((await find(suggestion?.id ?? '')).body).toMatchObject({
      address1: '9 The Green',
      city: 'Saltmere',
      postcode: 'ZZ3 6FF',
    })
    expect((await find('the-green-99')).outcome).toBe('404 not_found')
  })
})

describe('an address service', () => {
  let asked: string[]
  let service: Server
  let respond: RequestListener
  beforeEach(async () => {
    asked = []
    service = createServer((request, response) => {
      asked.push(request.url ?? '')
      respond(request, response)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as AddressInfo
    server.services.addresses = addressService(`http://127.0.0.1:${port}/api/`, 'service key')
  })
  afterEach(async () => {
    server.services.addresses = builtInAddresses()
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })

  const answering =
    (status: number, body: string): RequestListener =>
    (_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
    }

  test('is asked for suggestions in its own manner', async () => {
    respond = answering(
      200,
      JSON.stringify({
        suggestions: [{ id: 'MmQz/=', address: '1 High Street, London', url: '/get/MmQz' }],
      }),
    )
    const answer = await suggest('high st/ & co?')
    expect(answer.body).toEqual({ suggestions: [{ id: 'MmQz/=', label: '1 High Street, London' }] })
    expect(asked).toEqual(['/api/autocomplete/high%20st%2F%20%26%20co%3F?api-key=service+key'])
  })

  test('is asked for an address, and its fields are put into ours', async () => {
    respond = answering(
      200,
      JSON.stringify({
        postcode: 'NN1 3ER',
        latitude: 52.24,
        line_1: '10 Watkin Terrace',
        line_2: 'Flat 1',
        line_3: 'The Mounts',
        line_4: '',
        town_or_city: 'Northampton',
        county: 'Northamptonshire',
        country: 'England',
        residential: true,
      }),
    )
    expect((await find('MmQz/=')).body).toEqual({
      id: 'MmQz/=',
      address1: '10 Watkin Terrace',
      address2: 'Flat 1, The Mounts',
      city: 'Northampton',
      county: 'Northamptonshire',
      nation: 'England',
      postcode: 'NN1 3ER',
    })
    expect(asked).toEqual(['/api/get/MmQz%2F%3D?api-key=service+key'])
  })

  test('is read without what no form takes', async () => {
    respond = answering(
      200,
      JSON.stringify({ line_1: `1\0\u202e High\ud83d\n${'x'.repeat(900)}`, line_2: null }),
    )
    const { address1, address2 } = (await find('MmQz')).body as Record<string, string>
    expect(address1).toMatch(/^1 High x{92}…$/)
    expect(address2).toBe('')
  })

  test('that knows no such address is a 404, that has no suggestions an empty list', async () => {
    respond = answering(404, '{"Message":"Not found"}')
    expect((await find('gone')).outcome).toBe('404 not_found')
    expect((await suggest('gone')).body).toEqual({ suggestions: [] })
  })

  test.each([
    ['refuses the key', answering(401, '{"Message":"api-key service key is invalid"}')],
    ['has had enough', answering(429, '{}')],
    ['falls over', answering(500, 'at Object.<anonymous> (/srv/app.js:1)')],
    ['says what is no JSON', answering(200, '<html>Welcome</html>')],
    ['says JSON of another kind', answering(200, '{"suggestions":[{"name":1}],"postcode":5}')],
    [
      'says half an answer',
      ((_, response) => {
        response.writeHead(200, { 'Content-Length': 1_000 }).write('{"sugg')
        setTimeout(() => response.destroy(), 20)
      }) satisfies RequestListener,
    ],
    ['hangs up', ((request) => void request.destroy()) satisfies RequestListener],
  ])('that %s is unavailable, and says no more', async (_, listener) => {
    respond = listener
    for (const answer of [await suggest('high'), await find('some-id')]) {
      expect(answer.status).toBe(503)
      expect(answer.body).toEqual({
        code: 'unavailable',
        detail: 'We cannot look up addresses at the moment.',
      })
    }
  })

  test('is never asked outside of what it offers, whatever is typed', async () => {
    respond = answering(200, '{"suggestions":[]}')
    // Browsers take these for steps; a request that is written by hand may have them.
    for (const dots of ['.', '..']) {
      expect(await server.services.addresses.suggest(dots)).toEqual([])
      expect(await server.services.addresses.find(dots)).toBeNull()
      expect(asked).toEqual([])
    }
    for (const typed of ['../get/x', '..\\get', '%2e%2e', '...', 'a?api-key=', '#', ';x=1']) {
      await suggest(typed)
      expect(asked.at(-1)).toBe(
        `/api/autocomplete/${encodeURIComponent(typed)}?api-key=service+key`,
      )
    }
  })

  test('that sends us elsewhere is unavailable, and nobody goes there', async () => {
    respond = (request, response) => {
      const isFirst = !request.url?.startsWith('/elsewhere')
      if (isFirst) response.writeHead(302, { Location: '/elsewhere' }).end()
      else answering(200, '{"suggestions":[]}')(request, response)
    }
    expect((await suggest('high')).outcome).toBe('503 unavailable')
    expect((await find('some-id')).outcome).toBe('503 unavailable')
    expect(asked.filter((path) => path.startsWith('/elsewhere'))).toEqual([])
  })

  test('that does not stop talking is not listened to for long', async () => {
    let sent = 0
    const stopped = new Promise<void>((resolve) => {
      respond = (_, response) => {
        const piece = ' '.repeat(64 * 1024)
        response.on('close', resolve)
        const more = () => {
          if (response.destroyed) return
          sent += piece.length
          response.write(piece, more)
        }
        more()
      }
    })
    expect((await suggest('high')).outcome).toBe('503 unavailable')
    await stopped
    expect(sent).toBeLessThan(50 * 1024 * 1024)
  })

  test('that answers with much in little is not unpacked', async () => {
    const text = JSON.stringify({ suggestions: [], more: 'x'.repeat(20 * 1024 * 1024) })
    const packed = gzipSync(text)
    respond = (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)
    }
    expect((await suggest('high')).outcome).toBe('503 unavailable')
  })

  test('that has many suggestions is quoted with ten', async () => {
    const suggestions = Array.from({ length: 30 }, (_, number) => ({
      id: String(number),
      address: `${number} High Street`,
    }))
    respond = answering(200, JSON.stringify({ suggestions }))
    expect((await suggest('high')).body['suggestions']).toHaveLength(10)
  })

  test('that keeps silent is given up after four seconds, and nothing else waits for it', async () => {
    respond = () => undefined
    const started = performance.now()
    let isWaiting = true
    const waiting = suggest('high').finally(() => {
      isWaiting = false
    })
    const typed = await send(server, 'POST', '/api/public/users/', {
      body: { ...guestDetails(), address1: 'Typed by hand' },
    })
    expect(typed.status).toBe(201)
    expect(isWaiting).toBe(true)
    expect((await waiting).outcome).toBe('503 unavailable')
    expect(performance.now() - started).toBeGreaterThan(3_900)
  })

  test('that is not there at all is unavailable', async () => {
    server.services.addresses = addressService('http://127.0.0.1:9/', 'service key')
    expect((await suggest('high')).outcome).toBe('503 unavailable')
  })
})
