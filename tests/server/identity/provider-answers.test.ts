import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProviderClient } from '#server/identity/provider.ts'
import { testSettings } from '../test-server.ts'

/* A provider whose answers are no good, over real HTTP. */

let provider: Server
let respond: RequestListener
let asked: string[]
beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(request.url ?? '')
    respond(request, response)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

function discover() {
  asked = []
  const { port } = provider.address() as AddressInfo
  const environment = { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'carelane' }
  return createProviderClient(testSettings(environment)).configuration()
}

test('an answer without end is not read on', async () => {
  let sent = 0
  respond = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      if (response.destroyed) return
      sent += 64 * 1024
      response.write(' '.repeat(64 * 1024), more)
    }
    more()
  }
  await expect(discover()).rejects.toThrow()
  expect(sent).toBeLessThan(50 * 1024 * 1024)
})

test('a redirect is not followed', async () => {
  respond = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end()
  await expect(discover()).rejects.toThrow()
  expect(asked).toEqual(['/.well-known/openid-configuration'])
})
