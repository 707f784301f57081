import { z } from 'zod'
import { id, line, paragraph, url, version } from '../fields.ts'
import { messageChannels, messageEvents } from '../message-events.ts'
import { adminResource, ownVersion } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'

/**
 * It is Liquid with the names of `message-names.ts`. Where it is empty, the product's text is sent.
 */
export const messageTexts = {
  subject: line(300).default(''),
  body: paragraph(10_000).default(''),
}

const MessageTemplate = z.object({
  id,
  url,
  revision: version,
  name: line(200),
  event: z.enum(messageEvents),
  channel: z.enum(messageChannels),
  appointment_type_id: id.nullable(),
  appointment_type_name: z.string().nullable(),
  is_sent: z.boolean(),
  subject: z.string(),
  body: z.string(),
  ...ownVersion,
  /** The last edit was a small correction, which counted the subversion. */
  keep_version: z.boolean(),
})

export const messageTemplates = adminResource({
  name: 'message template',
  many: 'message templates',
  screen: 'message-templates',
  path: 'messagetemplates',
  entity: MessageTemplate,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    event: z.enum(messageEvents, {
      error: ({ input }) => (input === undefined ? 'This field is required.' : 'Choose an event'),
    }),
    channel: z.enum(messageChannels).default('email'),
    appointment_type_id: id.nullable(),
    is_sent: z.boolean().default(true),
    ...messageTexts,
    keep_version: z.boolean().default(false),
  }),
  labels: {
    name: 'Name',
    event: 'Event',
    channel: 'Sent by',
    appointment_type_id: 'Appointment type',
    appointment_type_name: 'Appointment type',
    is_sent: 'Send this message',
    subject: 'Subject',
    body: 'Text',
    version: 'Version',
    subversion: 'Correction',
    keep_version: 'Small correction',
  },
  namedBy: 'name',
  searchable: ['name'],
  orderable: ['name', 'event', 'version'],
  defaultOrder: 'name',
  filters: {
    event: z.enum(messageEvents).optional(),
    channel: z.enum(messageChannels).optional(),
  },
  references: {
    appointment_type_id: {
      from: 'appointmenttypes',
      label: 'name',
      shown: 'appointment_type_name',
    },
  },
  model: 'clinic.messagetemplate',
  audit: 'message_template',
  bulk: {
    send: stated('is_sent', ['Switch on', 'switched on'], true),
    silence: stated('is_sent', ['Switch off', 'switched off'], false),
    ...deleting,
  },
  versioned: { kept: ['subject', 'body'] },
})
