import ReconnectingWebSocket from 'partysocket/ws'
import { ProgressMessage } from '#lib/contract/progress.ts'

/** The session is over: the server says so once, and nobody tries again. */
const NOT_ALLOWED = 4401

/** Hears how far one's own work is. @returns what ends it. */
export type OpenProgress = (
  who: { uuid: string; email: string },
  onMessage: (message: ProgressMessage) => void,
) => () => void

/** @param webSocketBase as the server's settings have it. */
export const progressChannel =
  (webSocketBase: string): OpenProgress =>
  ({ uuid, email }, onMessage) => {
    const address = new URL(`${webSocketBase}/progress/`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    address.search = new URLSearchParams({ user_uuid: uuid, email }).toString()
    const socket = new ReconnectingWebSocket(address.href, [], {
      minReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      shouldReconnectOnClose: ({ code }) => code !== NOT_ALLOWED,
    })
    socket.addEventListener('message', ({ data }) => {
      const message = ProgressMessage.safeParse(JSON.parse(String(data)))
      if (message.success) onMessage(message.data)
    })
    return () => socket.close()
  }
