import type { Contract, OperationKey } from '#lib/contract/contract.ts'
import type { ErrorCode } from '#lib/contract/errors.ts'
import type { HeaderName, OperationInput, OperationResponse } from '#lib/contract/operation.ts'
import { ApiError, failure, noAnswer } from './api-error.ts'
import { isOffline } from './is-offline.ts'
import type { LooseOptions, UploadCall } from './upload-file.ts'

type Needed<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
type QueryOption<Q> = [Q] extends [never]
  ? Record<never, never>
  : Record<never, never> extends Q
    ? { query?: Q }
    : { query: Q }
type CallOptions<K extends OperationKey> = Needed<
  Pick<OperationInput<Contract[K]>, 'params' | 'body'>
> &
  QueryOption<Exclude<OperationInput<Contract[K]>['query'], undefined>> & {
    headers?: Partial<Record<HeaderName, string | null>>
    signal?: AbortSignal
    timeoutSeconds?: number
  }
type CallArguments<K extends OperationKey> =
  Record<never, never> extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]

type FileKey = {
  [K in OperationKey]: Contract[K] extends { file: string } ? K : never
}[OperationKey]

type OpaqueFileKey = {
  [K in FileKey]: Contract[K] extends { response: object } ? never : K
}[FileKey]

type UploadKey = {
  [K in OperationKey]: Contract[K] extends { upload: object } ? K : never
}[OperationKey]

export type ApiClient = {
  call<K extends Exclude<OperationKey, OpaqueFileKey | UploadKey>>(
    key: K,
    ...options: CallArguments<K>
  ): Promise<OperationResponse<Contract[K]>>
  upload<K extends UploadKey>(
    key: K,
    options: Needed<Pick<OperationInput<Contract[K]>, 'params' | 'query' | 'uploadFields'>> &
      UploadCall,
  ): Promise<OperationResponse<Contract[K]>>
  fileAddress<K extends FileKey>(key: K, ...options: CallArguments<K>): string
}

/** Without an answer for so long, a call counts as failed. */
const TIMEOUT_SECONDS = 20

/** @param onNotSignedIn hears of every 401 and its code; the call is rejected all the same. */
export function createApiClient(
  base: string,
  // Looked up with each call, because error reporting replaces it later.
  send: typeof fetch = (input, init) => fetch(input, init),
  onNotSignedIn?: (key: OperationKey, code: ErrorCode) => void,
): ApiClient {
  const reported = (key: OperationKey) => (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onNotSignedIn?.(key, error.code)
    throw error
  }
  return {
    call: (key, ...[options]) =>
      request(base, send, key, (options ?? {}) as LooseOptions).catch(reported(key)) as never,
    async upload(key, options) {
      const { uploadFile } = await import('./upload-file.ts')
      const file = options as UploadCall & LooseOptions
      return (await uploadFile(base, key, file, fill).catch(reported(key))) as never
    },
    fileAddress: fileAddress.bind(null, base) as ApiClient['fileAddress'],
  }
}

export function fileAddress<K extends FileKey>(
  base: string,
  key: K,
  ...[options]: CallArguments<K>
): string {
  return `${base}/${fill(key.replace(/^GET /, ''), (options ?? {}) as LooseOptions)}`
}

async function request(base: string, send: typeof fetch, key: string, options: LooseOptions) {
  const [method = 'GET', template = ''] = key.split(' ')
  const headers = new Headers({ Accept: 'application/json' })
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value) headers.set(name, value)
  }
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  const wasOffline = isOffline()
  const timeout = AbortSignal.timeout((options.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000)
  const response = await send(`${base}/${fill(template, options)}`, {
    method,
    headers,
    credentials: 'include',
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause
    throw noAnswer(cause, wasOffline)
  })
  if (response.status === 204) return undefined
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw response.ok ? noAnswer(cause) : failure(response, null)
  })
  if (!response.ok) throw failure(response, answer)
  // Only lists may answer so.
  return Array.isArray(answer) ? { count: answer.length, results: answer } : answer
}

function fill(template: string, options: LooseOptions): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(options.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
