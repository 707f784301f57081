import type { HeaderName } from '../contract/operation.ts'
import { failure, noAnswer } from './api-error.ts'
import { isOffline } from './is-offline.ts'

export type LooseOptions = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Partial<Record<HeaderName, string | null>>
  signal?: AbortSignal
  timeoutSeconds?: number
}

export type UploadCall = {
  field: string
  file: File
  uploadFields?: Readonly<Record<string, string>>
  headers?: Partial<Record<HeaderName, string | null>>
  onProgress: (fraction: number) => void
  signal?: AbortSignal
  timeoutSeconds?: number
}

/** Without progress for so long, it has failed. */
const TIMEOUT_SECONDS = 120

/** Reports progress from 0 to 1. @throws ApiError. */
export function uploadFile(
  base: string,
  key: string,
  {
    params = {},
    query = {},
    field,
    file,
    uploadFields = {},
    headers = {},
    onProgress,
    signal,
    timeoutSeconds = TIMEOUT_SECONDS,
  }: UploadCall & LooseOptions,
  fill: (template: string, options: LooseOptions) => string,
): Promise<unknown> {
  const [method = '', template = ''] = key.split(' ')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, `${base}/${fill(template, { params, query })}`)
    request.withCredentials = true
    request.timeout = timeoutSeconds * 1000
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(headers)) {
      if (value) request.setRequestHeader(name, value)
    }
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    const wasOffline = isOffline()
    const brokeOff = 'The upload was interrupted'
    request.addEventListener('error', () => reject(noAnswer(new TypeError(brokeOff), wasOffline)))
    request.addEventListener('timeout', () => reject(noAnswer(new Error(brokeOff))))
    request.addEventListener('abort', () => reject(signal?.reason))
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && answer !== null) resolve(answer)
      else reject(failure(answerHead(request), answer))
    })
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    for (const [name, value] of Object.entries(uploadFields)) form.append(name, value)
    form.append(field, file)
    request.send(form)
  })
}

function answerHead(request: XMLHttpRequest): Response {
  const wait = request.getResponseHeader('Retry-After')
  return new Response(null, {
    status: request.status,
    headers: wait ? { 'Retry-After': wait } : {},
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
