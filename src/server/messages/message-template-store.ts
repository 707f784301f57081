import { messageTemplates } from '#lib/contract/admin/message-templates.ts'
import type { StoreParts } from '../admin/store.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import { checkMessageTexts } from './message-text.ts'

/** `next_edition` counts versions, and `keep_message_template_version` stores them. */
export const messageTemplateStore: StoreParts = {
  read: {
    rows: (executor, { viewer }) => {
      const rows = executor
        .selectFrom('message_template')
        .leftJoin('appointment_type', 'appointment_type.id', 'message_template.appointment_type_id')
        .select([
          'message_template.id',
          'message_template.version as revision',
          'message_template.name',
          'message_template.event',
          'message_template.channel',
          'message_template.appointment_type_id',
          'appointment_type.name as appointment_type_name',
          'message_template.is_sent',
          'message_template.subject',
          'message_template.body',
          'message_template.edition as version',
          'message_template.subversion',
          'message_template.keep_version',
        ])
      return findVisibility(viewer).types
        ? rows
        : rows.where('appointment_type.hidden', 'is distinct from', true)
    },
  },
  write: {
    prepare: async (_executor, written, before) => {
      const { subject, body } = written
      await checkMessageTexts({ subject: String(subject), body: String(body) })
      const isEdit = messageTemplates.versioned?.kept.some(
        (field) => before && before[field] !== written[field],
      )
      return before && !isEdit ? { ...written, keep_version: before['keep_version'] } : written
    },
  },
}
