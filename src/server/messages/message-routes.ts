import type { Handlers } from '../http/implement.ts'
import { previewMessage } from './preview-message.ts'

export const messageRoutes = {
  'POST admin/messagetemplates/preview/': ({ body }, call) => previewMessage(call, body),
} satisfies Handlers
