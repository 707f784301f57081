import { expect } from 'vitest'
import { z } from 'zod'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Answer } from '../send.ts'
import { type DescribedCall, type DescribedSchema, readDocument } from './described-call.ts'
import { distinct, type Sample } from './operation-samples.ts'

function expectFile({ headers, text }: Answer, type: string) {
  // Where the operation has no type of its own, the sample is of text.
  const named = type === 'application/octet-stream' ? 'text/plain' : `${type}; charset=utf-8`
  expect(headers.get('Content-Type')).toBe(named)
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w-]+\.\w+"$/)
  expect(text).not.toBe('')
}

const checks = new Map<string, z.ZodType>()

/** One for all calls that say the same: to make one takes longer than a call. */
function toCheck(schema: DescribedSchema): z.ZodType {
  const text = JSON.stringify(schema)
  const check = checks.get(text) ?? z.fromJSONSchema(schema)
  checks.set(text, check)
  return check
}

/** To write a function for a check pays only where it is used often. */
const asIs = { jitless: true }

/** openapi.json takes what was sent, and no field more, and gives what was answered. */
function expectDescribed(
  { requestBody, responses }: DescribedCall,
  { upload }: Operation,
  { body }: Sample,
  answer: Answer,
) {
  if (requestBody && !upload) {
    const check = toCheck(requestBody.content['application/json'].schema)
    expect(check.parse(body, asIs)).toMatchObject(body ?? {})
    expect(check.safeParse({ ...body, unheard_of: 1 }, asIs).success).toBe(false)
  }
  const [type, promised] = Object.entries(responses[answer.status]?.content ?? {})[0] ?? []
  if (!promised) return expect(answer.text).toBe('')
  if (type !== '*/*') expect(answer.headers.get('Content-Type')?.split(';')[0]).toBe(type)
  const given = type === 'application/json' ? answer.body : answer.text
  expect(toCheck(promised.schema).parse(given, asIs)).toEqual(given)
}

/** The same of all servers: to write it takes seconds. */
let reading: ReturnType<typeof readDocument> | null = null

/** @returns a check that an answer is what the contract and openapi.json promise for the sample. */
export async function promisedBy(server: { url: string }) {
  reading ??= readDocument(server)
  const { described } = await reading
  return (key: OperationKey, sample: Sample, answer: Answer) => {
    const definition: Operation = contract[key]
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
    if (definition.response) expect(definition.response.parse(answer.body)).toEqual(answer.body)
    if (definition.file) expectFile(answer, definition.file)
    if (!definition.response && !definition.file) expect(answer.text).toBe('')
    if (distinct([key])[0]) expectDescribed(described(key), definition, sample, answer)
  }
}
