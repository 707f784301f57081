import { type ErrorCode, errorStatus, type FieldErrors } from '#lib/contract/errors.ts'

/**
 * The one way a use-case says no: a stable code, the HTTP status that goes with it, a sentence for
 * people, and details that only the log sees.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: (typeof errorStatus)[ErrorCode]
  readonly fields: FieldErrors
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    detail: string,
    more: { fields?: FieldErrors; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = errorStatus[code]
    this.fields = more.fields ?? {}
    this.retryAfter = more.retryAfter
  }
}

/** A 400 that names its fields. */
export const invalid = (fields: FieldErrors) =>
  new Refusal('invalid', 'Check the details you entered.', { fields })

export const slotTaken = (detail = 'This time is no longer free. Choose another.') =>
  new Refusal('slot_taken', detail)

export const patientTaken = () =>
  new Refusal('conflict', 'You already have an appointment at this time.')

export const personMerged = () =>
  new Refusal('conflict', 'The clinic has just updated this record. Try again.')

export const notFound = (what: string) => new Refusal('not_found', `${what} was not found.`)
