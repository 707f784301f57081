import { ApiError } from '#lib/api/api-error.ts'
import { type ApiClient, fileAddress } from '#lib/api/client.ts'
import {
  type ErrorCode,
  errorStatus,
  type FieldErrors,
  type FreeTime,
} from '#lib/contract/errors.ts'
import { settled } from './settled.ts'

type Call = {
  key: string
  options: Record<string, unknown>
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/**
 * The API at the edge of the browser: calls wait until a test answers them.
 * @param atOnce what is answered without waiting, by key
 */
export function fakeApi(atOnce: Record<string, () => unknown> = {}) {
  const waiting: Call[] = []
  const sent: Omit<Call, 'resolve' | 'reject'>[] = []
  const client: ApiClient = {
    call: ((key: string, options: Record<string, unknown> = {}) => {
      sent.push({ key, options })
      const known = atOnce[key]
      if (known) return Promise.resolve(known())
      return new Promise<unknown>((resolve, reject) =>
        waiting.push({ key, options, resolve, reject }),
      )
    }) as never,
    upload: ((key: string, options: Record<string, unknown>) =>
      client.call(key as never, options as never)) as never,
    fileAddress: fileAddress.bind(null, '/api') as never,
  }
  const take = (...keys: string[]): Call => {
    const index = waiting.findIndex(({ key }) => keys.includes(key))
    const [call] = index < 0 ? [] : waiting.splice(index, 1)
    if (!call) throw new Error(`Nobody called ${keys.join(' or ')}`)
    return call
  }
  const answer = (keys: string[], body: (options: Record<string, unknown>) => unknown) => {
    const call = take(...keys)
    call.resolve(body(call.options))
  }
  const fail = (keys: string[], error: unknown) => take(...keys).reject(error)
  return {
    client,
    sent,
    isWaiting: (...keys: string[]) => waiting.some(({ key }) => keys.includes(key)),
    answer,
    fail,
    /** Answers the oldest call of these that waits, and waits until the page is at rest. */
    answered: async (...given: Parameters<typeof answer>) => {
      answer(...given)
      await settled()
    },
    failed: async (...given: Parameters<typeof fail>) => {
      fail(...given)
      await settled()
    },
  }
}

export type FakeApi = ReturnType<typeof fakeApi>

/** A refusal as the client rejects with it. */
export function refusal(
  code: ErrorCode,
  more: {
    detail?: string
    fields?: FieldErrors
    retryAfter?: number
    freeTimes?: readonly FreeTime[]
  } = {},
): ApiError {
  return new ApiError({ status: errorStatus[code], code, detail: more.detail ?? code }, more)
}

export const noAnswer = new ApiError({ status: 0, code: 'unavailable', detail: 'No answer' })
/** There is no network. */
export const unsent = new ApiError(
  { status: 0, code: 'unavailable', detail: 'You are offline.' },
  { isUnsent: true },
)
