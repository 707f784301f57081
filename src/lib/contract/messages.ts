import { z } from 'zod'
import { messageTexts } from './admin/message-templates.ts'
import { id, idText, instant, paged } from './fields.ts'
import { messageChannels, messageEvents } from './message-events.ts'
import { operation } from './operation.ts'

const MessagePreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  parts: z.int().nonnegative(),
  /** Lists hosts of web addresses in it that are not this installation's. */
  other_addresses: z.array(z.string()),
})
export type MessagePreview = z.infer<typeof MessagePreview>

/** Stands in its address, because mail programs send nothing else (RFC 8058). It opens nothing. */
const ofReminder = z.strictObject({
  stop_code: z.string().regex(/^[\w-]{43}$/, 'Open the link in your reminder again'),
})

/** One that is being sent is waiting; `unknown` may have been sent. */
export const MessageState = z.enum(['waiting', 'sent', 'failed', 'dropped', 'unknown'])
export type MessageState = z.infer<typeof MessageState>

const PatientMessage = z.object({
  id,
  event: z.enum(messageEvents),
  state: MessageState,
  at: instant,
  channel: z.enum(messageChannels),
  recipient: z.string(),
  subject: z.string(),
  sentence: z.string(),
  note: z.string(),
  appointment: z.object({ id, start: instant, service: z.string() }).nullable(),
})
export type PatientMessage = z.infer<typeof PatientMessage>

const query = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(25),
})

export const messageOperations = {
  'POST public/reminders/{stop_code}/stop/': operation({
    audience: 'public',
    summary:
      'Stop all reminders to the patient of one. Repeating it changes nothing. Mail programs call it, too (RFC 8058)',
    params: ofReminder,
    status: 204,
    errors: ['invalid', 'not_found'],
  }),
  'POST admin/messagetemplates/preview/': operation({
    audience: 'admin',
    summary:
      'A message as the patient of an appointment would get it, without a link that opens it',
    permission: 'clinic.change_messagetemplate',
    andPermission: 'clinic.view_appointment',
    body: z.strictObject({
      event: z.enum(messageEvents),
      channel: z.enum(messageChannels).default('email'),
      ...messageTexts,
      appointment_id: id,
    }),
    status: 200,
    response: MessagePreview,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),

  'GET admin/patient-records/{id}/messages/': operation({
    summary:
      'Messages to the patient and whether they were sent, the newest first. Leaves out those about appointments that you may not see',
    audience: 'admin',
    permission: 'clinic.view_user',
    params: z.strictObject({ id: idText }),
    query,
    status: 200,
    response: paged(PatientMessage),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
  'GET private/patient-record/messages/': operation({
    summary: 'The messages that were sent to you, the newest first',
    audience: 'private',
    query,
    status: 200,
    response: paged(PatientMessage),
    errors: ['invalid', 'not_signed_in'],
  }),
}
