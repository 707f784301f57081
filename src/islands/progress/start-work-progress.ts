import ReconnectingWebSocket from 'partysocket/ws'
import { createApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'

/** The session is over: the server says so once, and nobody tries again. */
const NOT_ALLOWED = 4401

/** Opens the channel of one's own long-running work (specification, section 7). */
export async function startWorkProgress(settings: PublicSettings): Promise<void> {
  const api = createApiClient(settings.apiBase)
  const { uuid, email } = await api.call('GET private/user-auth/user_details/')
  const address = new URL(`${settings.webSocketBase}/progress/`, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  address.search = new URLSearchParams({ user_uuid: uuid, email }).toString()
  const socket = new ReconnectingWebSocket(address.href, [], {
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 30_000,
    reconnectionDelayGrowFactor: 2,
    shouldReconnectOnClose: ({ code }) => code !== NOT_ALLOWED,
  })
  socket.addEventListener('message', async ({ data }) => {
    const { receiveProgress } = await import('./own-progress.ts')
    await receiveProgress(JSON.parse(String(data)))
  })
}
