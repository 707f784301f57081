import { ScheduleChanged } from '#lib/contract/schedule.ts'
import { openLiveSocket } from '../ui/live-socket.ts'

type ChannelListener = {
  /** It is open, perhaps again: what happened before was not heard. */
  onOpen: () => void
  onChanged: (changed: ScheduleChanged) => void
  onLost: () => void
}

export type OpenChannel = (listener: ChannelListener) => () => void

export const scheduleChannel =
  (webSocketBase: string): OpenChannel =>
  ({ onOpen, onChanged, onLost }) => {
    const socket = openLiveSocket(webSocketBase, 'clinic')
    socket.addEventListener('open', onOpen)
    socket.addEventListener('close', onLost)
    socket.addEventListener('message', ({ data }) => {
      const changed = ScheduleChanged.safeParse(JSON.parse(String(data)))
      if (changed.success) onChanged(changed.data)
    })
    return () => socket.close()
  }
