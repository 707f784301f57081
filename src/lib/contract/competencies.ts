import { z } from 'zod'
import { id, idText, plainDate, url } from './fields.ts'
import { operation } from './operation.ts'

export const ExpiryNoticeType = z.enum(['30-days-notice', '5-days-notice', '1-day-notice'])
export type ExpiryNoticeType = z.infer<typeof ExpiryNoticeType>

const ExpiringCompetency = z.object({
  id,
  url,
  notice_type: ExpiryNoticeType,
  staff_id: id,
  competency_id: id,
  competency_name: z.string(),
  expires_at: plainDate,
})
export type ExpiringCompetency = z.infer<typeof ExpiringCompetency>

const EndingCompetency = ExpiringCompetency.extend({
  staff_name: z.string(),
  notice_type: z.enum([...ExpiryNoticeType.options, 'lapsed']),
})
export type EndingCompetency = z.infer<typeof EndingCompetency>

export const competencyOperations = {
  'GET admin/staffcompetencies/expiring/': operation({
    summary:
      "Which of a clinician's competencies end within 30, 5 or 1 day; others' with clinic.select_user",
    audience: 'admin',
    permission: 'clinic.view_staffcompetency',
    query: z.strictObject({ staff_id: idText }),
    status: 200,
    response: z.object({ count: z.int().nonnegative(), results: z.array(ExpiringCompetency) }),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'GET admin/staffcompetencies/ending/': operation({
    summary: 'Whose competencies end within 30, 5 or 1 day, or have lapsed: by name, at most 1,000',
    audience: 'admin',
    permission: 'clinic.view_staffcompetency',
    status: 200,
    response: z.object({ results: z.array(EndingCompetency) }),
    errors: ['not_signed_in', 'not_allowed'],
  }),
}
