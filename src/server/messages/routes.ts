import type { Handlers } from '../http/implement.ts'
import { previewMessage } from './preview-message.ts'
import { stopReminders } from './stop-reminders.ts'
import { tryMessageAgain } from './try-message-again.ts'

export const messageRoutes = {
  'POST public/reminders/{stop_code}/stop/': ({ params }, call) =>
    stopReminders(call, params.stop_code),
  'POST admin/messages/{id}/try-again/': ({ params }, call) => tryMessageAgain(call, params.id),
  'POST admin/messagetemplates/preview/': ({ body }, call) => previewMessage(call, body),
} satisfies Handlers
