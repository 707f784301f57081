import {
  type ErrorCode,
  errorStatus,
  type FieldErrors,
  type FreeTime,
} from '#lib/contract/errors.ts'

/** An expected "no": a stable code, its HTTP status, a sentence for people, details for the log. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: (typeof errorStatus)[ErrorCode]
  readonly fields: FieldErrors
  readonly retryAfter: number | undefined
  readonly freeTimes: readonly FreeTime[] | undefined

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      fields?: FieldErrors
      retryAfter?: number
      freeTimes?: readonly FreeTime[]
      cause?: unknown
    } = {},
  ) {
    super(detail, { cause: more.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = errorStatus[code]
    this.fields = more.fields ?? {}
    this.retryAfter = more.retryAfter
    this.freeTimes = more.freeTimes
  }
}

export const invalid = (fields: FieldErrors) =>
  new Refusal('invalid', 'Check the details you entered.', { fields })

export const slotTaken = (detail = 'This time is no longer free. Choose another.') =>
  new Refusal('slot_taken', detail)

export const patientTaken = () =>
  new Refusal('conflict', 'You already have an appointment at this time.')

export const personMerged = () =>
  new Refusal('conflict', 'The clinic has just updated this record. Try again.')

export const personAnonymised = () =>
  new Refusal(
    'conflict',
    'We have removed the details of this person, so nothing can be added or changed. Add them again as a new person.',
  )

export const notFound = (what: string) => new Refusal('not_found', `${what} was not found.`)
