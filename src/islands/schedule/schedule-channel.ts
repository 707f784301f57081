import ReconnectingWebSocket from 'partysocket/ws'
import { ScheduleChanged } from '#lib/contract/schedule.ts'

/** The session is over, or may no longer see: the server says so once, and nobody tries again. */
const NOT_ALLOWED = 4401

type ChannelListener = {
  /** It is open, perhaps again: what happened before was not heard. */
  onOpen: () => void
  onChanged: (changed: ScheduleChanged) => void
  onLost: () => void
}

/** Opens the live channel, and opens it again whenever it breaks. @returns what closes it. */
export type OpenChannel = (listener: ChannelListener) => () => void

/** @param webSocketBase as the server's settings have it. */
export const scheduleChannel =
  (webSocketBase: string): OpenChannel =>
  ({ onOpen, onChanged, onLost }) => {
    const address = new URL(`${webSocketBase}/clinic/`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new ReconnectingWebSocket(address.href, [], {
      minReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      shouldReconnectOnClose: ({ code }) => code !== NOT_ALLOWED,
    })
    socket.addEventListener('open', onOpen)
    socket.addEventListener('close', onLost)
    socket.addEventListener('message', ({ data }) => {
      const changed = ScheduleChanged.safeParse(JSON.parse(String(data)))
      if (changed.success) onChanged(changed.data)
    })
    return () => socket.close()
  }
