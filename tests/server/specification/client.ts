import { WebSocket } from 'ws'

/**
 * What a client of the specification does with every call: it sends credentials, takes a list as
 * `count` and `results` or as a bare array, opens items by their address, and puts back what it was
 * given with the field that it changes.
 */
export type Row = { [field: string]: unknown; id: number; url: string; name: string }

export type Client = ReturnType<typeof createClient>

type Query = Record<string, string | number | boolean>
type Sent = { query?: Query; body?: unknown; file?: FormData; headers?: Record<string, string> }

export function createClient(apiBase: string, credentials: Record<string, string>) {
  async function call(method: string, path: string, sent: Sent = {}): Promise<unknown> {
    const url = new URL(path, `${apiBase}/`)
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      url.searchParams.set(name, String(value))
    }
    const answer = await fetch(url, {
      method,
      headers: {
        ...credentials,
        ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(sent.file && { body: sent.file }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text && JSON.parse(text)
  }
  return {
    get: async (path: string, query: Query = {}) => (await call('GET', path, { query })) as Row,
    list: async (path: string, query: Query = {}) => toRows(await call('GET', path, { query })),
    post: async (path: string, body: unknown, query: Query = {}) =>
      (await call('POST', path, { body, query })) as Row,
    put: async (path: string, body?: unknown) => (await call('PUT', path, { body })) as Row,
    patch: async (path: string, body?: unknown) => (await call('PATCH', path, { body })) as Row,
    /** An item, as it was given, with what changes. */
    change: async (row: Row, changed: Partial<Row> = {}) =>
      (await call('PUT', row.url, { body: { ...row, ...changed } })) as Row,
    remove: async (row: Pick<Row, 'url'>, body?: unknown) =>
      (await call('DELETE', row.url, { body })) as Row,
    /** What the progress channel says from now on. */
    progress: async ({ uuid, email }: Row) =>
      await openProgress(apiBase, credentials, String(uuid), String(email)),
    upload: async (path: string, method: 'POST' | 'PUT', name: 'image' | 'file', file: Blob) =>
      (await call(method, path, { file: formWith(name, file) })) as Row,
    failure: async (method: string, path: string, body?: unknown) =>
      await call(method, path, { body }).then(
        () => '',
        (error: Error) => error.message,
      ),
  }
}

async function openProgress(
  apiBase: string,
  headers: Record<string, string>,
  uuid: string,
  email: string,
) {
  const { origin, host } = new URL(apiBase)
  const query = new URLSearchParams({ user_uuid: uuid, email })
  const socket = new WebSocket(`ws://${host}/ws/progress/?${query}`, { headers, origin })
  const said: unknown[] = []
  socket.on('message', (text) => said.push(JSON.parse(String(text))))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { said, close: () => socket.close() }
}

function toRows(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer as Row[]
  const { count, results } = answer as { count: number; results: Row[] }
  if (!Array.isArray(results) || typeof count !== 'number') throw new Error('This is no list.')
  return results
}

function formWith(name: string, file: Blob): FormData {
  const form = new FormData()
  form.set(name, file, 'file.png')
  return form
}

/** `DD/MM/YYYY`, so many days from now. */
export const dayAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('/')
