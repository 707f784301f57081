import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApiDocument } from '#server/http/documents.ts'
import { openMorning } from '../clinic-factory.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, sessionHeaders } from '../signed-in.ts'
import { runTestServer, testSettings } from '../test-server.ts'
import { expectClean } from './expect-clean.ts'
import { hostile, nearly, nearlyText, type Schema } from './fuzzed-values.ts'

/*
 * Whatever the OpenAPI document says a call takes, and whatever it does not: never a fault of ours,
 * never anything internal, always the shape of an error.
 */

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}
type Described = {
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
type Request = {
  path: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

const server = await runTestServer()
// Something there to be found by small ids.
for (let count = 0; count < 3; count += 1) await openMorning(server.database.db)

const calls = Object.entries(openApiDocument(testSettings()).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]): [string, string, Described] => [
    method.toUpperCase(),
    path,
    described as Described,
  ]),
)

test('the document describes every kind of call', () => {
  expect(calls.length).toBeGreaterThan(20)
  expect(new Set(calls.map(([method]) => method))).toEqual(
    new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  )
})

test.each(calls)('%s %s', async (method, path, described) => {
  const { accountId } = await addSignedIn(server, {
    person: { is_superuser: true },
    clinician: true,
  })
  const session = () => sessionHeaders(server, accountId)
  const lasting = /log|session/.test(path) ? null : await session()
  await fc.assert(
    fc.asyncProperty(requests(described), fc.boolean(), async (request, isSignedIn) => {
      // Some calls end the session that they come with.
      const headers = isSignedIn ? (lasting ?? (await session())) : {}
      const answer = await ask(method, path, request, headers)
      if (answer) expectClean(answer, JSON.stringify(request).slice(0, 400))
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

function requests({ parameters, requestBody }: Described): fc.Arbitrary<Request> {
  const of = (place: Parameter['in'], value: (schema: Schema) => fc.Arbitrary<string>) => {
    const there = parameters.filter((parameter) => parameter.in === place)
    return fc.record(Object.fromEntries(there.map(({ name, schema }) => [name, value(schema)])), {
      requiredKeys: place === 'query' ? [] : there.map(({ name }) => name),
    }) as fc.Arbitrary<Record<string, string>>
  }
  const header = fc.oneof(fc.stringMatching(/^[!-~]{0,60}$/), fc.constant('x'.repeat(400)))
  const body = requestBody?.content['application/json']?.schema
  return fc.record({
    path: of('path', nearlyText),
    query: fc.oneof(
      { arbitrary: of('query', nearlyText), weight: 4 },
      {
        arbitrary: fc.dictionary(
          fc.string({ maxLength: 10 }),
          hostile.map((value) => JSON.stringify(value) ?? ''),
          { maxKeys: 3 },
        ),
        weight: 1,
      },
    ),
    headers: of('header', () => header),
    body: body ? nearly(body) : fc.constant(undefined),
  })
}

async function ask(
  method: string,
  path: string,
  request: Request,
  headers: Record<string, string>,
): Promise<Answer | null> {
  const texts = [...Object.values(request.path), ...Object.entries(request.query).flat()]
  // No address can carry half a surrogate pair.
  if (!texts.every((text) => text.isWellFormed())) return null
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? ''),
  )
  const query = new URLSearchParams(request.query).toString()
  return await send(server, method, `/api${filled}${query && `?${query}`}`, {
    ...(request.body !== undefined && { body: request.body }),
    headers: { ...request.headers, ...headers },
  })
}
