import { z } from 'zod'
import { id, idText, instant, period } from '../fields.ts'
import { messageChannels, messageEvents } from '../message-events.ts'
import { MessageState } from '../messages.ts'
import { operation } from '../operation.ts'
import { DOWNLOADS_PEOPLE } from '../permissions.ts'
import { adminResource } from './admin-resource.ts'

const MessageListRow = z.object({
  id,
  created: instant,
  sent: instant.nullable(),
  event: z.enum(messageEvents),
  channel: z.enum(messageChannels),
  state: MessageState,
  patient_id: id,
  patient_name: z.string(),
  recipient: z.string(),
  note: z.string(),
  /** Is empty for the ready-made text, and until the message is sent. */
  template: z.string(),
  /** This and what follows is null or empty where the message is about something else. */
  appointment_id: id.nullable(),
  start: instant.nullable(),
  type_name: z.string(),
  site_id: id.nullable(),
  site_name: z.string(),
})
export type MessageListRow = z.infer<typeof MessageListRow>

export const messageRecords = adminResource({
  name: 'message',
  many: 'messages',
  screen: 'messages',
  path: 'messages',
  readOnly: true,
  entity: MessageListRow,
  write: z.strictObject({}),
  labels: {
    created: 'Written',
    sent: 'Sent',
    event: 'About',
    channel: 'Sent by',
    state: 'State',
    patient_name: 'Patient',
    recipient: 'Sent to',
    note: 'Reason',
    template: 'Template',
    start: 'Appointment',
    type_name: 'Appointment type',
    site_name: 'Site',
    site_id: 'Site',
  },
  namedBy: 'patient_name',
  references: {},
  searchable: ['patient_name'],
  orderable: ['created'],
  defaultOrder: 'created',
  filters: {
    state: MessageState.optional(),
    event: z.enum(messageEvents).optional(),
    channel: z.enum(messageChannels).optional(),
    site_id: idText.optional(),
    ...period('created'),
  },
  model: 'clinic.appointment',
  permissions: { view: 'clinic.view_message', export: DOWNLOADS_PEOPLE },
  audit: 'message',
})

export const messageRetryOperations = {
  'POST admin/messages/{id}/try-again/': operation({
    summary: 'Try to send a message again that failed',
    audience: 'admin',
    permission: 'clinic.resend_message',
    andPermission: 'clinic.view_message',
    params: z.strictObject({ id: idText }),
    status: 200,
    response: MessageListRow,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
}
