import { z } from 'zod'
import { id, idText, instant, paged } from '../fields.ts'
import { messageChannels, messageEvents } from '../message-events.ts'
import { operation } from '../operation.ts'

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

export const patientMessageOperations = {
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
