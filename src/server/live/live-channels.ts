import type { IncomingMessage } from 'node:http'
import { createClinicChannel } from '../schedule/live-channel.ts'
import type { Services } from '../services.ts'
import { createProgressChannel } from './progress-channel.ts'
import type { LiveChannel, LiveOptions } from './session-sockets.ts'

const channels = { '/ws/clinic/': createClinicChannel, '/ws/progress/': createProgressChannel }

const pathOf = ({ url }: IncomingMessage) => (url?.split('?')[0] ?? '').replace(/\/*$/, '/')

/** Whether a request wants a live channel; others with an `Upgrade` header are answered as ever. */
export const isLiveChannel = (request: IncomingMessage): boolean =>
  Object.hasOwn(channels, pathOf(request))

/** All live channels, each at its path. */
export function createLiveChannels(services: Services, options?: LiveOptions): LiveChannel {
  const open = new Map(
    Object.entries(channels).map(([path, create]) => [path, create(services, options)]),
  )
  return {
    upgrade: (request, socket, head) => {
      open.get(pathOf(request))?.upgrade(request, socket, head)
    },
    close: async () => {
      await Promise.all([...open.values()].map((channel) => channel.close()))
    },
  }
}
