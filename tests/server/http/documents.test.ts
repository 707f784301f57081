import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#lib/contract/contract.ts'
import { errorStatus } from '#lib/contract/errors.ts'
import { deliveredEvents } from '#lib/contract/webhook-events.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { readDocument } from './described-call.ts'
import { operations } from './operation-samples.ts'

const server = await runTestServer({ environment: { PRODUCT_NAME: 'Bell & <Sons>' } })
const { answer: answered, document, described } = await readDocument(server)

test('openapi.json describes every call of the contract and no other', () => {
  expect(answered.status).toBe(200)
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://localhost:4321/api' }])
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
  )
  expect(calls.sort()).toEqual(Object.keys(contract).sort())
})

test('it describes what webhooks send, by event', () => {
  expect(Object.keys(document.webhooks)).toEqual(deliveredEvents)
  expect(document.webhooks['appointment.booked']?.post).toMatchObject({
    operationId: 'appointmentBooked',
    requestBody: {
      content: {
        'application/json': {
          schema: { required: ['type', 'timestamp', 'data'], additionalProperties: false },
        },
      },
    },
  })
})

test('each call has a name of its own, which follows from its address', () => {
  const names = operations.map(([key]) => described(key).operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][a-zA-Z0-9]+$/)
  expect(described('GET admin/users/{id}/uses/').operationId).toBe('getAdminUsersByIdUses')
  expect(described('GET private/is-logged-in/').operationId).toBe('getPrivateIsLoggedIn')
})

test('each call says what proves who makes it, and which permissions it takes', () => {
  const { securitySchemes } = document.components
  expect(securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'carelane-session' },
    guest: { type: 'apiKey', in: 'header', name: 'Guest-User-Access-Token' },
  })
  const proofs = { public: [], guest: ['guest'], private: ['session'], admin: ['session'] }
  for (const [key, { audience, permission }] of operations) {
    const { security, description = '', tags } = described(key)
    expect(security.flatMap(Object.keys), key).toEqual(proofs[audience])
    expect(description, key).toContain(permission ?? '')
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags))
  }
  expect(described('GET admin/users/export/').description).toBe(
    'Takes clinic.view_user, and clinic.user_admin.',
  )
})

test('what is read only stands in the body of a call that replaces, as what it is', () => {
  const schema = described('PUT admin/rooms/{id}/').requestBody?.content['application/json'].schema
  expect(schema).toMatchObject({
    properties: { id: { readOnly: true }, url: { readOnly: true }, site_name: { readOnly: true } },
  })
  // What is left out stays as it is.
  expect(schema).not.toHaveProperty('required')
})

test('every reference in it leads somewhere', () => {
  const references = [...answered.text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  )
  expect(references.length).toBeGreaterThan(0)
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name)
})

describe.each(operations)('%s, as openapi.json describes it', (key, definition) => {
  test('names its parameters and headers, and each schema can be used', () => {
    const { parameters, requestBody, responses } = described(key)
    expect(parameters.map(({ name }) => name).sort()).toEqual(
      [
        ...Object.keys(definition.params?.shape ?? {}),
        ...Object.keys(definition.query?.shape ?? {}),
        ...Object.keys(definition.headers ?? {}),
      ].sort(),
    )
    for (const { schema } of parameters) z.fromJSONSchema(schema)
    const isSent = definition.body !== undefined || definition.upload !== undefined
    expect(requestBody !== undefined).toBe(isSent)
    expect(Object.keys(responses)).toContain(String(definition.status))
    for (const code of definition.errors ?? []) {
      expect(Object.keys(responses)).toContain(String(errorStatus[code]))
    }
  })
})

test('the page to read has a section for each call, with the product’s name made harmless', async () => {
  const page = await send(server, 'GET', '/api/docs')
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
  for (const key of Object.keys(contract)) {
    const [method, path] = key.split(' ')
    expect(page.text).toContain(`<code>${method} /${path}</code>`)
    expect(page.text).toContain(described(key).summary.replaceAll("'", '&#39;'))
  }
  expect(page.text).toContain('<title>Bell &#38; &#60;Sons&#62; API</title>')
})
