import type { adminLists, adminResources } from './admin/admin-resources.ts'
import { formatOr } from './audit-actions.ts'

/** These are no admin resource, or have another name than their table. */
export const auditSubjects = {
  advice_snippet: 'Saved text for advice',
  audit_trail: 'Audit trail',
  availability: 'Availability',
  clinician_form: 'Clinician form',
  eform: 'E-form',
  gp_surgery: 'GP surgery',
  permission_group: 'Group',
  patient_advice: 'Patient advice',
  report: 'Report of appointments',
  schedule: 'Schedule',
  saved_form: 'Saved form',
  submitted_form: 'Submitted form',
  staff: 'Staff member',
  waiting_list_entry: 'Waiting list entry',
} as const
export type AuditSubject =
  | keyof typeof auditSubjects
  | (typeof adminResources | typeof adminLists)[number]['audit']

const formatIdentifier = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')

export function formatAuditSubject(type: string, id: number): string {
  const text = formatOr(auditSubjects, type, formatIdentifier(type))
  return id === 0 ? text : `${text} ${id}`
}
