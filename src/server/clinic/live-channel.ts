import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type WebSocket, WebSocketServer } from 'ws'
import { countedSource, incomingSource, isFromElsewhere } from '../http/request-context.ts'
import { sessionToken } from '../identity/session-cookie.ts'
import { readSession, sessionsThatMay } from '../identity/sessions.ts'
import type { Services } from '../services.ts'

const PATH = '/ws/clinic/'
const NEEDED = 'clinic.view_appointment'

/** Each open schedule has one; a browser that is not closing its tabs has no use for more. */
const MOST_OF_ONE_SESSION = 20
const MOST_SOCKETS = 5_000
const OPENED_PER_MINUTE = 120
/** Who does not take what is sent is let go: looking again costs less than remembering for them. */
const MOST_UNSENT_BYTES = 64 * 1024
const PING_MS = 20_000
const GOODBYE_MS = 1_000

/** Close codes: the session is over or may no longer see; the server stops. */
const NOT_ALLOWED = 4401
const GOING_AWAY = 1001

export type LiveChannel = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Says goodbye to everybody. */
  close: () => Promise<void>
}

type Options = { pingMs?: number }

/** Whether a request wants the live channel; others with an `Upgrade` header are answered as ever. */
export const isLiveChannel = ({ url }: IncomingMessage): boolean =>
  (url?.split('?')[0] ?? '').replace(/\/*$/, '/') === PATH

/**
 * The WebSocket that tells staff which days of the schedule changed, and nothing else: browsers read
 * again through the API. Opened by the session cookie, from our own pages only; what comes in is not
 * listened to.
 */
export function createLiveChannel(
  services: Services,
  { pingMs = PING_MS }: Options = {},
): LiveChannel {
  const { settings, log, db } = services
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 1024,
    perMessageDeflate: false,
  })
  const sockets = new Map<WebSocket, { sessionId: number; isAlive: boolean }>()
  const opened = new RateLimiterMemory({ points: OPENED_PER_MINUTE, duration: 60 })

  const stopHearing = services.live.subscribe((changed) => {
    const message = JSON.stringify(changed)
    for (const socket of sockets.keys()) {
      if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate()
      else socket.send(message)
    }
  })

  const timer = setInterval(() => {
    for (const [socket, state] of sockets) {
      if (!state.isAlive) {
        socket.terminate()
        continue
      }
      state.isAlive = false
      socket.ping()
    }
    void dismiss().catch((error: unknown) => log.warn({ err: error }, 'sessions were not checked'))
  }, pingMs)
  timer.unref()

  /** Lets go whose session ended, or who may no longer see the schedule. */
  async function dismiss() {
    const ids = [...new Set([...sockets.values()].map(({ sessionId }) => sessionId))]
    if (ids.length === 0) return
    const allowed = await sessionsThatMay(db, settings, ids, NEEDED)
    for (const [socket, { sessionId }] of sockets) {
      if (!allowed.has(sessionId)) socket.close(NOT_ALLOWED)
    }
  }

  function welcome(socket: WebSocket, sessionId: number) {
    const state = { sessionId, isAlive: true }
    sockets.set(socket, state)
    socket.on('pong', () => {
      state.isAlive = true
    })
    socket.on('message', () => socket.close(1008))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => sockets.delete(socket))
  }

  /** The session that may open a socket, else the status that refuses it. */
  async function admit(request: IncomingMessage): Promise<{ sessionId: number } | number> {
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
    if (!viewer) return 401
    if (!viewer.isStaff || !viewer.permissions.has(NEEDED)) return 403
    const own = [...sockets.values()].filter(({ sessionId }) => sessionId === viewer.sessionId)
    if (own.length >= MOST_OF_ONE_SESSION) return 429
    return sockets.size >= MOST_SOCKETS ? 503 : { sessionId: viewer.sessionId }
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      void admit(request)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a live channel was not opened')
          return 503
        })
        .then((admitted) => {
          if (typeof admitted === 'number') return refuse(socket, admitted)
          server.handleUpgrade(request, socket, head, (open) => welcome(open, admitted.sessionId))
        })
    },
    async close() {
      clearInterval(timer)
      stopHearing()
      for (const socket of sockets.keys()) socket.close(GOING_AWAY)
      const leaving = setTimeout(() => {
        for (const socket of sockets.keys()) socket.terminate()
      }, GOODBYE_MS)
      while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      clearTimeout(leaving)
    },
  }
}

/** A browser names the page that opens a socket, and no page can change what it says. */
function isFromOwnPage({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers
  if (origin === undefined || isFromElsewhere(headers['sec-fetch-site']?.toString())) return false
  const from = URL.parse(origin)
  return from !== null && (from.origin === new URL(publicUrl).origin || from.host === host)
}

const REASONS: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
