import { z } from 'zod'
import type { FieldErrors } from '../errors.ts'
import { calendarDate, id, idText, period, plainDate, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const CompetencyState = z.enum(['to_come', 'holds', 'expiring', 'lapsed'])
export type CompetencyState = z.infer<typeof CompetencyState>

/** Holds from `issued_at` to `expires_at`, both inclusive. */
const StaffCompetency = z.object({
  id,
  url,
  version,
  staff_id: id,
  staff_name: z.string(),
  competency_id: id,
  competency_name: z.string(),
  issued_at: plainDate,
  expires_at: plainDate.nullable(),
  state: CompetencyState,
  title: z.string(),
})

const checkDates = (written: { issued_at: string; expires_at: string | null }): FieldErrors =>
  written.expires_at !== null && written.expires_at < written.issued_at
    ? { expires_at: ['The last day cannot be before the day it was issued'] }
    : {}

export const staffCompetencies = adminResource({
  name: 'staff competency',
  many: 'staff competencies',
  screen: 'staff-competencies',
  path: 'staffcompetencies',
  entity: StaffCompetency,
  write: z.strictObject({
    staff_id: id,
    competency_id: id,
    issued_at: calendarDate,
    expires_at: calendarDate.nullable().default(null),
  }),
  labels: {
    staff_id: 'Clinician',
    staff_name: 'Clinician',
    competency_id: 'Competency',
    competency_name: 'Competency',
    issued_at: 'Date of issue',
    expires_at: 'Last day',
    state: 'State',
  },
  namedBy: 'title',
  searchable: ['staff_name', 'competency_name'],
  orderable: ['staff_name', 'competency_name', 'issued_at', 'expires_at'],
  defaultOrder: 'staff_name',
  filters: {
    staff_id: idText.optional(),
    competency_id: idText.optional(),
    state: CompetencyState.optional(),
    ...period('expires_at'),
  },
  references: {
    staff_id: { from: 'staff', label: 'full_name', shown: 'staff_name' },
    competency_id: { from: 'competencies', label: 'name', shown: 'competency_name' },
  },
  model: 'clinic.staffcompetency',
  audit: 'staff_competency',
  bulk: deleting,
  canOrphan: true,
  check: checkDates,
})
