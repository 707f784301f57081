import { messageTemplates } from '#lib/contract/admin/message-templates.ts'
import { formatOr } from '#lib/contract/audit-actions.ts'
import { messageChannelLabels, messageEventLabels } from '#lib/messages/message-labels.ts'
import type { AdminScreen } from '../admin-screen.ts'

const toChoices = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }))

const channels = toChoices(messageChannelLabels)
const events = toChoices(messageEventLabels)

export const messageTemplateScreen: AdminScreen = {
  of: messageTemplates,
  lead: 'Your own words for messages to patients. Without a template, we send a ready-made message. You can also switch a message off, for all appointment types or for one.',
  columns: [
    { field: 'name', width: 18 },
    {
      field: 'event',
      width: 14,
      cell: ({ event }) => formatOr(messageEventLabels, String(event)),
    },
    {
      field: 'channel',
      width: 10,
      cell: ({ channel }) => formatOr(messageChannelLabels, String(channel)),
    },
    {
      field: 'appointment_type_name',
      width: 18,
      cell: ({ appointment_type_name }) => String(appointment_type_name ?? 'All others'),
    },
    { field: 'is_sent', width: 10 },
    {
      field: 'version',
      width: 8,
      cell: ({ version, subversion }) => `${version}.${subversion}`,
    },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text', hint: 'Only staff see it.' },
        { field: 'event', kind: 'select', choices: events },
        { field: 'channel', kind: 'select', choices: channels },
        {
          field: 'appointment_type_id',
          kind: 'reference',
          hint: 'Leave blank for all appointment types without a template of their own.',
        },
        {
          field: 'is_sent',
          kind: 'checkbox',
          hint: 'When off, patients do not get this message.',
        },
        {
          field: 'subject',
          kind: 'text',
          hint: 'Can have details such as {{ day }}. Leave blank for the ready-made subject. Text messages have none.',
        },
        {
          field: 'body',
          kind: 'message',
          hint: 'Plain text with details such as {{ first_name }}. Leave an empty line to start a new paragraph. Leave blank for the ready-made text. We add the branch and its telephone number. A text message is one paragraph, and the preview says how many it is counted as.',
        },
      ],
    },
    {
      fields: [
        {
          field: 'keep_version',
          kind: 'checkbox',
          later: true,
          afresh: true,
          hint: 'Saves a correction, such as 2.1 after 2.0, instead of a new version, such as 3.0.',
        },
      ],
    },
  ],
  filters: [
    { name: 'event', label: 'Event', choices: [{ value: '', label: 'All' }, ...events] },
    { name: 'channel', label: 'Sent by', choices: [{ value: '', label: 'All' }, ...channels] },
  ],
}
