import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { builtFiles } from '#server/web/web-server.ts'

let folder: string
let server: Server
let url: string
const lines: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carelane-built-'))
  mkdirSync(join(folder, '_astro'))
  for (const name of ['kept', 'vanished']) {
    writeFileSync(join(folder, `_astro/${name}.js`), `export const ${name} = true`)
  }
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const files = builtFiles(folder, log)
  server = createServer((request, response) => {
    response.setHeader('X-Request-Id', 'its-name')
    files(request, response, () => {
      response.end('page')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('a file that vanishes while the server runs ends its answer, and nothing else', async () => {
  rmSync(join(folder, '_astro/vanished.js'))
  const broken = fetch(`${url}/_astro/vanished.js`).then((answer) => answer.text())
  await expect(broken).rejects.toThrow()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      requestId: 'its-name',
      method: 'GET',
      route: '/_astro/vanished.js',
      err: expect.objectContaining({ code: 'ENOENT' }),
    }),
  ])
  const kept = await fetch(`${url}/_astro/kept.js`)
  expect(await kept.text()).toBe('export const kept = true')
  expect(kept.headers.get('cache-control')).toContain('immutable')
  expect(await (await fetch(`${url}/elsewhere`)).text()).toBe('page')
})
