import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequestsUnderWay, type RequestsUnderWay } from '#server/http/requests-under-way.ts'
import { eventually } from '../../eventually.ts'

const LONG = 60_000

let requests: RequestsUnderWay
const open: ServerResponse[] = []
const server = createServer((_request, response) => {
  requests.add(response)
  open.push(response)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.closeAllConnections())
beforeEach(() => {
  requests = createRequestsUnderWay()
  open.length = 0
})

async function ask() {
  const { port } = server.address() as AddressInfo
  const before = open.length
  const asked = request({ port, host: '127.0.0.1' }, (response) => response.resume())
  asked.on('error', () => undefined).end()
  await eventually(() => expect(open).toHaveLength(before + 1))
  return asked
}

function quiet(longestMs: number) {
  const told = { isOver: false }
  const over = requests.none(longestMs).then(() => {
    told.isOver = true
  })
  return { told, over }
}

test('is over once the last of them is answered, and at once while there are none', async () => {
  await requests.none(LONG)
  await ask()
  await ask()
  const { told, over } = quiet(LONG)
  open[0]?.end()
  await eventually(() => expect(open[0]?.closed).toBe(true))
  expect(told.isOver).toBe(false)
  open[1]?.end()
  await over
  await requests.none(LONG)
})

test('is over when a caller has gone, and after its longest wait', async () => {
  const asked = await ask()
  await quiet(5).over
  const { over } = quiet(LONG)
  asked.destroy()
  await over
})
