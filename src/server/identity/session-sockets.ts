import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type WebSocket, WebSocketServer } from 'ws'
import { countedSource, incomingSource, isFromElsewhere } from '../http/request-context.ts'
import type { Services } from '../services.ts'
import { sessionToken } from './cookies.ts'
import { onlyStaffIdFor } from './schedule-scope.ts'
import { type LivingSession, readSession, type SignedIn } from './sessions.ts'

/** One for each open schedule, and some spare. */
const MOST_OF_ONE_SESSION = 20
const MOST_SOCKETS = 5_000
const OPENED_PER_MINUTE = 120
/** A slow reader is closed, because reading again costs less than memory. */
const MOST_UNSENT_BYTES = 64 * 1024
const PING_MS = 20_000
const GOODBYE_MS = 1_000
/** Timers are not exact, and an early check would have to be repeated. */
const AFTER_END_MS = 20
const RETRY_SECONDS = 5

/** Close codes: the session is over or may no longer see; the server stops. */
const NOT_ALLOWED = 4401
const GOING_AWAY = 1001

export type LiveChannel = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => Promise<void>
}

export type LiveOptions = { pingMs?: number }

type Listener = Pick<SignedIn, 'sessionId' | 'uuid'> & {
  /** It is the only clinician whose schedule they see, as of the latest look: `onlyStaffIdFor`. */
  onlyStaffId: number | null
}

type SessionSockets = LiveChannel & {
  send: (message: unknown, isFor?: (listener: Listener) => boolean) => void
}

type Rules = {
  mayOpen: (viewer: SignedIn, address: URLSearchParams) => boolean | Promise<boolean>
  stillMay: (sessionIds: number[]) => Promise<readonly LivingSession[]>
}

/** Calls come from our own pages only, by the session cookie. Incoming messages are ignored. */
export function createSessionSockets(
  services: Services,
  { mayOpen, stillMay }: Rules,
  { pingMs = PING_MS }: LiveOptions = {},
): SessionSockets {
  const { settings, log, db } = services
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 1024,
    perMessageDeflate: false,
  })
  const sockets = new Map<WebSocket, Listener & { isAlive: boolean }>()
  const opened = new RateLimiterMemory({ points: OPENED_PER_MINUTE, duration: 60 })

  const timer = setInterval(() => {
    for (const [socket, state] of sockets) {
      if (!state.isAlive) {
        socket.terminate()
        continue
      }
      state.isAlive = false
      socket.ping()
    }
    check()
  }, pingMs)
  timer.unref()

  let stopHearing: (() => void) | undefined
  let nextEnd: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let isCheckDue = false

  /** Checks at once, or once more after a running check. */
  function check() {
    isCheckDue = true
    checking ??= checkWhileDue()
  }

  async function checkWhileDue() {
    while (isCheckDue) {
      isCheckDue = false
      await dismiss().catch((error: unknown) => {
        log.warn({ err: error }, 'sessions were not checked')
      })
    }
    checking = undefined
  }

  async function dismiss() {
    const open = [...sockets]
    clearTimeout(nextEnd)
    if (open.length === 0) return
    const allowed = await stillMay([...new Set(open.map(([, { sessionId }]) => sessionId))])
    const known = new Map(allowed.map((session) => [session.id, session]))
    for (const [socket, state] of open) {
      const session = known.get(state.sessionId)
      if (session?.uuid !== state.uuid) letGo(socket, NOT_ALLOWED)
      else state.onlyStaffId = session.onlyStaffId
    }
    const soonest = Math.min(...allowed.map(({ endsInMs }) => endsInMs))
    if (soonest < pingMs) nextEnd = setTimeout(check, soonest + AFTER_END_MS).unref()
  }

  function welcome(socket: WebSocket, listener: Listener) {
    const state = { ...listener, isAlive: true }
    sockets.set(socket, state)
    socket.on('pong', () => {
      state.isAlive = true
    })
    socket.on('message', () => letGo(socket, 1008))
    socket.on('close', () => sockets.delete(socket))
    stopHearing ??= services.sessions.subscribe(check)
    check()
  }

  /** Is the session; null where it is over or may not see; or the status that refuses the call. */
  async function admit(request: IncomingMessage): Promise<Listener | null | number> {
    const source = incomingSource(request, settings.TRUSTED_PROXIES)
    if (settings.RATE_LIMITS === 'on' && source !== null) {
      const isTooOften = await opened.consume(countedSource(source)).then(
        () => false,
        () => true,
      )
      if (isTooOften) return 429
    }
    if (!isFromOwnPage(request, settings.publicUrl)) return 403
    const viewer = await readSession(db, settings, sessionToken(settings, request.headers.cookie), {
      isUnattended: true,
    })
    const address = new URLSearchParams(request.url?.split('?')[1])
    if (!viewer || !(await mayOpen(viewer, address))) return null
    const own = [...sockets.values()].filter(({ sessionId }) => sessionId === viewer.sessionId)
    if (own.length >= MOST_OF_ONE_SESSION) return 429
    if (sockets.size >= MOST_SOCKETS) return 503
    const { sessionId, uuid } = viewer
    return { sessionId, uuid, onlyStaffId: onlyStaffIdFor(viewer) }
  }

  return {
    send(message, isFor = () => true) {
      const text = JSON.stringify(message)
      for (const [socket, listener] of sockets) {
        if (!isFor(listener)) continue
        if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate()
        else socket.send(text)
      }
    },
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      void admit(request)
        .catch((error: unknown) => {
          // Live channels have fixed paths, so the path is the route.
          const route = request.url?.split('?')[0]
          const logged = { requestId: randomUUID(), method: request.method, route }
          log.warn({ ...logged, err: error }, 'a live channel was not opened')
          return 503
        })
        .then((admitted) => {
          if (typeof admitted === 'number') return refuse(socket, admitted)
          server.handleUpgrade(request, socket, head, (open) => {
            open.on('error', () => open.terminate())
            if (admitted) welcome(open, admitted)
            else letGo(open, NOT_ALLOWED)
          })
        })
    },
    async close() {
      clearInterval(timer)
      stopHearing?.()
      for (const socket of sockets.keys()) letGo(socket, GOING_AWAY)
      while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      await checking
      clearTimeout(nextEnd)
    },
  }
}

/** A client that does not close in turn is cut off. */
function letGo(socket: WebSocket, code: number): void {
  socket.close(code)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

/** No page can change the Origin header. */
function isFromOwnPage({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers
  if (origin === undefined || isFromElsewhere(headers['sec-fetch-site']?.toString())) return false
  const from = URL.parse(origin)
  return from !== null && (from.origin === new URL(publicUrl).origin || from.host === host)
}

const REASONS: Record<number, string> = {
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  const retry = status === 503 ? `Retry-After: ${RETRY_SECONDS}\r\n` : ''
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  )
}
