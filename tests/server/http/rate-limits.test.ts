import { afterEach, expect, test } from 'vitest'
import { type Answer, send, tally } from '../send.ts'
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

test('behind one proxy each visitor is counted by the address that the proxy saw', async () => {
  await start({ TRUSTED_PROXIES: '1' })
  const first = await ask(61, (index) => write({ 'X-Forwarded-For': `10.0.0.${index}, 192.0.2.1` }))
  expect(tally(first)).toEqual({ 400: 60, '429 too_many_requests': 1 })
  expect((await write({ 'X-Forwarded-For': '192.0.2.2' })).status).toBe(400)
})

test('switched off, nobody is counted', async () => {
  await start({ RATE_LIMITS: 'off' })
  expect(tally(await ask(70, () => write()))).toEqual({ 400: 70 })
})
