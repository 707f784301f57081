import { createApiClient } from '#lib/api/client.ts'
import { settings } from '../public-settings.ts'

type Request = {
  method: string
  /** Below the API's base, without the query. */
  path: string
  query: URLSearchParams
  body: unknown
}
type Waiting = Request & { answer: (response: Response) => void; fail: (cause: Error) => void }

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })

/** The real client of the API over a network on which requests wait until a test answers them. */
export function fakeTransport() {
  const waiting: Waiting[] = []
  const sent: Request[] = []
  const send: typeof fetch = (input, { method = 'GET', body } = {}) => {
    const url = new URL(String(input), settings.publicUrl)
    const request = {
      method,
      path: url.pathname.replace('/api/', ''),
      query: url.searchParams,
      body: body === undefined ? undefined : JSON.parse(String(body)),
    }
    sent.push(request)
    return new Promise((answer, fail) => waiting.push({ ...request, answer, fail }))
  }
  const take = (path: string, method: string): Waiting => {
    const index = waiting.findIndex((one) => one.path === path && one.method === method)
    const [request] = index < 0 ? [] : waiting.splice(index, 1)
    if (!request) throw new Error(`Nobody asked for ${method} ${path}`)
    return request
  }
  return {
    api: createApiClient(settings.apiBase, send),
    sent,
    isAsked: (path: string) => waiting.some((one) => one.path === path),
    answer: (path: string, body: unknown, method = 'GET') => take(path, method).answer(json(body)),
    /** With the error body of the contract. */
    refuse: (path: string, status: number, code: string, detail = code) =>
      take(path, 'GET').answer(json({ code, detail }, status)),
    /** The connection breaks. */
    lose: (path: string) => take(path, 'GET').fail(new TypeError('Failed to fetch')),
  }
}
