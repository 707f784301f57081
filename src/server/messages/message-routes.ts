import type { Handlers } from '../http/implement.ts'
import { previewMessage } from './preview-message.ts'
import { stopReminders } from './stop-reminders.ts'

export const messageRoutes = {
  'POST public/reminders/{stop_code}/stop/': ({ params }, call) =>
    stopReminders(call, params.stop_code),
  'POST admin/messagetemplates/preview/': ({ body }, call) => previewMessage(call, body),
} satisfies Handlers
