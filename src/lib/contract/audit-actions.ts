import type { ActorRole } from './audit.ts'

/** Other actions cannot be written. Entries are permanent: words may change, names may not. */
export const auditActions = {
  'appointment.booked': 'Booked an appointment',
  'appointment.cancelled': 'Cancelled an appointment',
  'appointment.changed': 'Changed an appointment',
  'appointment.completed': 'Completed an appointment',
  'appointment.did_not_attend': 'Marked an appointment as did not attend',
  'appointment.found': 'Found an appointment by its reference, last name and date of birth',
  'appointment.left': 'Kept an appointment that needed attention',
  'appointment.listed': 'Viewed a list of appointments',
  'appointment.moved': 'Moved an appointment to another time or place',
  'appointment.read': 'Viewed an appointment',
  'appointment.reinstated': 'Set an appointment back to booked',
  'appointment.reopened': 'Marked an appointment as needing attention again',
  'audit.exported': 'Downloaded the audit trail',
  'audit.read': 'Viewed the audit trail of a person or record',
  'availability.changed': 'Changed availability',
  'availability.created': 'Added availability',
  'availability.deleted': 'Deleted availability',
  'form.amended': 'Amended a submitted form',
  'form.completed': 'Completed a clinician form',
  'form.file_read': 'Downloaded a file of a form',
  'form.file_sent': 'Sent a file for a form',
  'form.listed': 'Viewed a list of forms',
  'form.read': 'Viewed the answers to a form',
  'form.saved': 'Saved answers to a form',
  'form.started': 'Started a form',
  'form.submitted': 'Submitted a form',
  'person.account_linked': 'Linked a sign-in to an existing record',
  'person.created': 'Created a person',
  'person.deleted': 'Deleted a person',
  'person.exported': 'Downloaded a list of people',
  'person.made_first_administrator': 'Became the first administrator',
  'person.listed': 'Viewed a list of people',
  'person.merge_undone': 'Undid a merge of two records',
  'person.merged': 'Merged two records of one person',
  'person.not_the_same': 'Marked similar records as different people',
  'person.not_the_same_undone': 'Undid marking similar records as different people',
  'person.read': 'Viewed a person’s details',
  'person.updated': 'Changed a person’s details',
  'record.changed': 'Changed an administration record',
  'record.created': 'Added an administration record',
  'record.deleted': 'Deleted an administration record',
  'record.exported': 'Downloaded an administration list',
  'record.imported': 'Imported administration records from a file',
  'report.exported': 'Downloaded a report of appointments',
  'report.read': 'Viewed a report of appointments',
  'schedule.read': 'Viewed the schedule',
  'session.ended': 'Signed out',
  'session.started': 'Signed in',
  'vaccination.checked': 'Viewed a patient’s vaccinations before giving one',
  'vaccination.corrected': 'Corrected a vaccination record',
  'vaccination.entered_in_error': 'Marked a vaccination record as entered in error',
  'vaccination.exported': 'Downloaded a list of vaccination records',
  'vaccination.listed': 'Viewed a list of vaccination records',
  'vaccination.read': 'Viewed a vaccination record',
  'vaccination.recorded': 'Recorded a vaccination',
} as const satisfies Record<`${string}.${string}`, string>
export type AuditAction = keyof typeof auditActions

export const auditActionGroups: Record<GroupOf<AuditAction>, string> = {
  appointment: 'Appointments',
  audit: 'Audit trail',
  availability: 'Availability',
  form: 'Forms',
  person: 'People',
  record: 'Administration',
  report: 'Reports',
  schedule: 'Schedules',
  session: 'Signing in and out',
  vaccination: 'Vaccinations',
}
type GroupOf<A extends string> = A extends `${infer Group}.${string}` ? Group : never

export const auditRoles: Record<ActorRole, string> = {
  system: 'System',
  visitor: 'Visitor',
  guest: 'Guest',
  patient: 'Patient',
  staff: 'Staff',
}

export const wordOr = (words: Readonly<Record<string, string>>, name: string, other = name) =>
  Object.hasOwn(words, name) ? (words[name] ?? other) : other

export const actionInWords = (action: string) => wordOr(auditActions, action)
