import type { Handlers } from '../http/implement.ts'
import { tryMessageAgain } from './try-message-again.ts'

export const messageRetryRoutes = {
  'POST admin/messages/{id}/try-again/': ({ params }, call) => tryMessageAgain(call, params.id),
} satisfies Handlers
