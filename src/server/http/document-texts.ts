import type { ErrorCode } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'

type Audience = Operation['audience']

export const audienceTexts: Record<Audience, string> = {
  public: 'Calls that everybody may make.',
  guest: 'Calls for a guest, or for the holder of an appointment’s link: their own records.',
  private: 'Calls for the person who is signed in: their own records.',
  admin: 'Calls for staff. Each names the permissions that it takes.',
}

export function permissionsNeeded(definition: Operation): string | undefined {
  const { permission, orPermission, andPermission } = definition
  if (permission === undefined) return undefined
  const either = orPermission === undefined ? permission : `${permission} or ${orPermission}`
  return `Takes ${either}${andPermission === undefined ? '' : `, and ${andPermission}`}.`
}

const errorTexts: Record<ErrorCode, string> = {
  invalid: 'something in the request is not right, said by field',
  not_signed_in: 'nobody is signed in, or the token opens nothing',
  sign_in_again: 'signed in too long ago for this: sign in again, then repeat it',
  not_allowed: 'the caller may not do this',
  not_found: 'there is no such record, or none that the caller may see',
  slot_taken: 'the time is no longer free',
  conflict: 'the state of the record does not allow it',
  stale: 'somebody has changed the record since it was read',
  too_large: 'the body is too large',
  unsupported_media_type: 'the body is of a type that this call does not take',
  too_many_requests: 'too many requests; Retry-After says when to try again',
  internal: 'a fault of the server',
  unavailable: 'something that this needs is away for the moment',
  busy: 'too much at once; Retry-After says when to try again',
}

export const refusalTexts = (codes: readonly ErrorCode[]) =>
  [...new Set(codes)].map((code) => `${code}: ${errorTexts[code]}`).join('; ')

export function answerTexts({ status, file, response }: Operation, method: string): string {
  if (file) return 'The file.'
  if (status === 201) return 'It is created; the answer has it.'
  if (status === 204) return 'It is done; the answer has no body.'
  if (status === 302) return 'The window goes on to the address of the Location header.'
  if (method === 'GET') return 'What was asked for.'
  return response ? 'It is done; the answer says how things stand now.' : 'It is done.'
}

export function operationId(key: string): string {
  const [method = '', path = ''] = key.split(' ')
  const words = path.replace(/\{(\w+)\}/g, 'by-$1').split(/[^a-zA-Z0-9]+/)
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}
