import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFiles } from '#server/built-files.ts'

let folder: string
let server: Server
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carelane-built-'))
  mkdirSync(join(folder, '_astro'))
  for (const name of ['kept', 'vanished']) {
    writeFileSync(join(folder, `_astro/${name}.js`), `export const ${name} = true`)
  }
  const files = builtFiles(folder)
  server = createServer((request, response) =>
    files(request, response, () => {
      response.end('page')
    }),
  )
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
  const kept = await fetch(`${url}/_astro/kept.js`)
  expect(await kept.text()).toBe('export const kept = true')
  expect(kept.headers.get('cache-control')).toContain('immutable')
  expect(await (await fetch(`${url}/elsewhere`)).text()).toBe('page')
})
