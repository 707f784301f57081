import { createApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { openLiveSocket } from '../ui/live-socket.ts'

/** Opens the channel of one's own long-running work. */
export async function startWorkProgress(settings: PublicSettings): Promise<void> {
  const api = createApiClient(settings.apiBase)
  const { uuid, email } = await api.call('GET private/user-auth/user_details/')
  const socket = openLiveSocket(settings.webSocketBase, 'progress', { user_uuid: uuid, email })
  socket.addEventListener('message', async ({ data }) => {
    const { receiveProgress } = await import('./own-progress.ts')
    await receiveProgress(JSON.parse(String(data)))
  })
}
