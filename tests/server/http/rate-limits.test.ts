import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { pageLocals } from '#server/web/page-locals.ts'
import { addGuest } from '../clinic-factory.ts'
import { type Answer, sendOverHttp as send, tally } from '../send.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { expectErrorShape } from './expect-clean.ts'

let server: TestServer
afterEach(() => server.stop())

const start = async (environment: Record<string, string> = {}) => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'on', ...environment } })
}

const ask = (count: number, request: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)))

const write = (headers: Record<string, string> = {}) =>
  send(server, 'POST', '/api/public/users/', { body: {}, headers })

test('one address may write sixty times a minute, then is told how long to wait', async () => {
  await start()
  const answers = await ask(65, (index) => write({ 'X-Forwarded-For': `10.0.0.${index}` }))
  expect(tally(answers)).toEqual({ 400: 60, '429 too_many_requests': 5 })
  const refused = answers.find(({ status }) => status === 429) as Answer
  expectErrorShape(refused, 'too many')
  const wait = Number(refused.headers.get('Retry-After'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  // Reading is another matter.
  expect((await send(server, 'GET', '/api/public/gpsurgeries/')).status).toBe(200)
})

test('addresses are looked up 240 times a minute', async () => {
  await start()
  const look = () => send(server, 'GET', '/api/public/addresses/autocomplete/mill/')
  expect(tally(await ask(245, look))).toEqual({ 200: 240, '429 too_many_requests': 5 })
})

test('next times are asked for 600 times a minute', async () => {
  await start()
  const look = () => send(server, 'GET', '/api/public/next-available/?types=none')
  expect(tally(await ask(605, look))).toEqual({ 200: 600, '429 too_many_requests': 5 })
})

test('behind one proxy each visitor is counted by the address that the proxy saw', async () => {
  await start({ TRUSTED_PROXIES: '1' })
  const first = await ask(61, (index) => write({ 'X-Forwarded-For': `10.0.0.${index}, 192.0.2.1` }))
  expect(tally(first)).toEqual({ 400: 60, '429 too_many_requests': 1 })
  expect((await write({ 'X-Forwarded-For': '192.0.2.2' })).status).toBe(400)
})

test('who guesses at guest tokens ten times is told to wait, by every instance', async () => {
  await start()
  const guess = (on: { url: string }, index: number) =>
    send(on, 'GET', '/api/public/check-guest-user/', {
      headers: { 'Guest-User-Access-Token': `made-up-${index}` },
    })
  const answers = await ask(12, (index) => guess(server, index))
  expect(tally(answers)).toEqual({ '401 not_signed_in': 10, '429 too_many_requests': 2 })
  const other = await startTestServer({
    environment: { RATE_LIMITS: 'on' },
    database: server.database,
  })
  expect((await guess(other, 99)).outcome).toBe('429 too_many_requests')
  await other.stop()
  // Whoever has a real one is let in: it was not guessed.
  const guest = await addGuest(server.database.db)
  const { status } = await send(server, 'GET', '/api/public/check-guest-user/', {
    headers: { 'Guest-User-Access-Token': guest.token },
  })
  expect(status).toBe(200)
})

test('one address holds twenty times a minute: a hold keeps others out', async () => {
  await start()
  const hold = () => send(server, 'POST', '/api/public/slot-holds/', { body: {} })
  expect(tally(await ask(22, hold))).toEqual({ 400: 20, '429 too_many_requests': 2 })
  // Giving back is another matter, and so is booking.
  expect((await write()).status).toBe(400)
})

test('a sign-in is begun thirty times a minute from one address', async () => {
  await start()
  const begin = () => send(server, 'GET', '/api/private/login-callback/')
  expect(tally(await ask(32, begin))).toEqual({ 302: 30, '429 too_many_requests': 2 })
})

test('switched off, nobody is counted', async () => {
  await start({ RATE_LIMITS: 'off' })
  expect(tally(await ask(70, () => write()))).toEqual({ 400: 70 })
})

describe('pages that ask on behalf of their visitors', () => {
  const visitor = (address: string, forwarded?: string) =>
    ({
      socket: { remoteAddress: address },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage

  /** How the calls end of as many pages of one visitor. */
  async function opened(
    count: number,
    locals: ReturnType<typeof pageLocals>,
    incoming: IncomingMessage,
  ) {
    const ends: Record<string, number> = {}
    for (let page = 0; page < count; page += 1) {
      const end = await locals(incoming)
        .api.call('GET public/addresses/autocomplete/{query}/', { params: { query: 'mill' } })
        .then(
          () => 'shown',
          (error: { code: string }) => error.code,
        )
      ends[end] = (ends[end] ?? 0) + 1
    }
    return ends
  }

  test('count as each visitor’s own requests', async () => {
    await start()
    const locals = pageLocals(server.services, createApp(server.services))
    expect(await opened(242, locals, visitor('192.0.2.1'))).toEqual({
      shown: 240,
      too_many_requests: 2,
    })
    expect(await opened(1, locals, visitor('192.0.2.2'))).toEqual({ shown: 1 })
  })

  test('count by the address that a trusted proxy saw', async () => {
    await start({ TRUSTED_PROXIES: '1' })
    const locals = pageLocals(server.services, createApp(server.services))
    const behind = (address: string) => visitor('10.0.0.1', address)
    expect(await opened(241, locals, behind('192.0.2.1'))).toEqual({
      shown: 240,
      too_many_requests: 1,
    })
    expect(await opened(1, locals, behind('192.0.2.2'))).toEqual({ shown: 1 })
  })
})

test('whoever has a whole IPv6 network is counted as one', async () => {
  await start({ TRUSTED_PROXIES: '1' })
  const from = (address: string) => write({ 'X-Forwarded-For': address })
  const network = await ask(62, (index) => from(`2001:db8:0:7::${index.toString(16)}`))
  expect(tally(network)).toEqual({ 400: 60, '429 too_many_requests': 2 })
  expect((await from('2001:db8:0:8::1')).status).toBe(400)
})
