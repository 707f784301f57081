export type Answer = {
  status: number
  headers: Headers
  text: string
  /** The JSON object of the answer; empty when it is none. */
  body: Record<string, unknown>
  /** `201`, or `409 slot_taken` where the answer has an error code. */
  outcome: string
}

export type Sent = {
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: BodyInit
  headers?: Record<string, string>
}

/** The API; where it can be asked without a connection to it, that is most of the time saved. */
export type Api = { url: string; answer?: (url: string, init: RequestInit) => Promise<Response> }

/** One request without the typed client, so that a test can send what the client never would. */
export function send(
  { url, answer = fetch }: Api,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Answer> {
  return exchange(answer, method, url + path, sent)
}

/** The same over a connection, for what is in how it is sent. */
export const sendOverHttp = ({ url }: Api, ...request: [string, string, Sent?]) =>
  send({ url }, ...request)

async function exchange(
  answer: NonNullable<Api['answer']>,
  method: string,
  url: string,
  { body, raw, headers = {} }: Sent,
): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await answer(url, {
    method,
    redirect: 'manual',
    headers: {
      // Of a form the boundary is known only to whoever encodes it.
      ...(payload !== undefined &&
        !(payload instanceof FormData) && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  })
  const text = await response.text()
  const parsed = asObject(text)
  const code = typeof parsed['code'] === 'string' ? ` ${parsed['code']}` : ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parsed,
    outcome: `${response.status}${code}`,
  }
}

/** The records of a list. */
export const listedRows = <Row>(body: Answer['body']) => body['results'] as Row[]

export const listedIds = (body: Answer['body']) =>
  listedRows<{ id: number }>(body).map(({ id }) => id)

/** How often each outcome came. */
export function tally(answers: readonly { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function asObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
