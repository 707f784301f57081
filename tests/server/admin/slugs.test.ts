import { expect, test } from 'vitest'
import { runTestServer } from '../test-server.ts'
import { makeRecord } from './resource-samples.ts'

const server = await runTestServer()

test.each([
  ['Harbour Street (new)', 'harbour-street-new'],
  ['Élan Café', 'elan-cafe'],
  ['薬局', 'site'],
  ['--', 'site-2'],
])('%s is called %s in addresses', async (name, slug) => {
  expect(await makeRecord(server, 'sites', { name })).toMatchObject({ name, slug })
})

test('of several who make the same at once each gets an address of their own', async () => {
  const made = await Promise.all(
    Array.from({ length: 8 }, () => makeRecord(server, 'sites', { name: 'Quay' })),
  )
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(8)
})
