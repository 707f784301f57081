import { expect } from 'vitest'
import { errorStatus } from '#lib/contract/errors.ts'
import type { Answer } from '../send.ts'

const INTERNAL =
  /\b(select|insert into|update|delete from) .*\b(from|values|set|where)\b|node_modules|\/src\/|\.ts\b|\bat \w+ \(|pg_|relation "|violates|syntax error|constraint|undefined|\[object/i

/** An answer that is no fault of the server's, in the contract's shape, with nothing internal in it. */
export function expectClean(answer: Answer, about: string): void {
  expect(answer.status, `${about}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  if (answer.status >= 400) expectErrorShape(answer, about)
}

/** `{field: [messages]}` for a 400, otherwise a known code with its status and a sentence. */
export function expectErrorShape(answer: Answer, about: string): void {
  // The names in a 400 are the caller's own, whatever they sent.
  const said = answer.status === 400 ? Object.values(answer.body) : answer.body
  expect(JSON.stringify(said), about).not.toMatch(INTERNAL)
  expect(answer.headers.get('Content-Type'), about).toMatch(/^application\/json/)
  if (answer.status === 400) {
    expect(Object.keys(answer.body).length, about).toBeGreaterThan(0)
    for (const messages of Object.values(answer.body)) {
      expect(
        Array.isArray(messages) && messages.every((text) => typeof text === 'string'),
        about,
      ).toBe(true)
    }
    return
  }
  expect(Object.keys(answer.body), about).toEqual(['code', 'detail'])
  const code = answer.body['code'] as keyof typeof errorStatus
  expect(errorStatus[code], about).toBe(answer.status)
  expect(answer.body['detail'], about).toMatch(/^[A-Z].*\.$/)
}
