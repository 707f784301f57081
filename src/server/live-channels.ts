import type { IncomingMessage } from 'node:http'
import type { LiveChannel, LiveOptions } from './identity/session-sockets.ts'
import { createProgressChannel } from './progress/progress-channel.ts'
import { createClinicChannel } from './schedule/live-channel.ts'
import type { Services } from './services.ts'

const channels = { '/ws/clinic/': createClinicChannel, '/ws/progress/': createProgressChannel }

const requestPath = ({ url }: IncomingMessage) => (url?.split('?')[0] ?? '').replace(/\/*$/, '/')

export const isLiveChannel = (request: IncomingMessage): boolean =>
  Object.hasOwn(channels, requestPath(request))

export function createLiveChannels(services: Services, options?: LiveOptions): LiveChannel {
  const open = new Map(
    Object.entries(channels).map(([path, create]) => [path, create(services, options)]),
  )
  return {
    upgrade: (request, socket, head) => {
      open.get(requestPath(request))?.upgrade(request, socket, head)
    },
    close: async () => {
      await Promise.all([...open.values()].map((channel) => channel.close()))
    },
  }
}
