import { z } from 'zod'
import { messageWords } from './admin/message-templates.ts'
import { id } from './fields.ts'
import { messageEvents } from './message-events.ts'
import { operation } from './operation.ts'

export const MessagePreview = z.object({
  subject: z.string(),
  text: z.string(),
  /** A whole document, to be shown in a frame of its own. */
  html: z.string(),
})
export type MessagePreview = z.infer<typeof MessagePreview>

export const messageOperations = {
  'POST admin/messagetemplates/preview/': operation({
    audience: 'admin',
    summary:
      'A message as the patient of an appointment would get it, without a link that opens it',
    permission: 'clinic.change_messagetemplate',
    andPermission: 'clinic.view_appointment',
    body: z.strictObject({ event: z.enum(messageEvents), ...messageWords, appointment_id: id }),
    status: 200,
    response: MessagePreview,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
}
