import type { AuditEvent } from '#lib/contract/audit.ts'
import { auditRoles, formatAuditAction } from '#lib/contract/audit-actions.ts'
import { formatAuditSubject } from '#lib/contract/audit-subjects.ts'
import { formatCalendarDate, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { TableColumn } from '../ui/table/table-column.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { only, subjectName } from './filter-links.ts'

export function auditColumns(
  linkWith: AddressQuery['linkWith'],
  timeZone: string,
): TableColumn<AuditEvent>[] {
  const when = ({ at }: AuditEvent) => (
    <time dateTime={at}>
      {formatCalendarDate(plainDateAt(at, timeZone))}, {formatTime(at, timeZone)}
    </time>
  )
  const who = ({ actor }: AuditEvent) =>
    actor && (
      <a className="cell-link" {...linkWith(only({ person_id: actor.id }))}>
        {subjectName(actor)} <span className="visually-hidden">(everything they did)</span>
      </a>
    )
  const record = ({ subject_type, subject_id }: AuditEvent) =>
    subject_id === 0 ? (
      formatAuditSubject(subject_type, subject_id)
    ) : (
      <a className="cell-link" {...linkWith(only({ subject_type, subject_id }))}>
        {formatAuditSubject(subject_type, subject_id)}{' '}
        <span className="visually-hidden">(everything about this record)</span>
      </a>
    )
  const patient = ({ patient: whose }: AuditEvent) =>
    whose && (
      <a className="cell-link" {...linkWith(only({ patient_id: whose.id }))}>
        {subjectName(whose)}{' '}
        <span className="visually-hidden">(everything about this patient)</span>
      </a>
    )
  return [
    { name: 'when', label: 'When', cell: when, width: 16.5, heading: true },
    { name: 'who', label: 'Who', cell: who, width: 11 },
    { name: 'role', label: 'Acting as', cell: (event) => auditRoles[event.actor_role], width: 8 },
    { name: 'what', label: 'What', cell: (event) => formatAuditAction(event.action), width: 16 },
    { name: 'record', label: 'Record', cell: record, width: 11 },
    { name: 'patient', label: 'Patient', cell: patient, width: 11 },
    {
      name: 'source',
      label: 'Source',
      cell: (event) => event.source,
      width: 10,
      hiddenAtFirst: true,
    },
    {
      name: 'line',
      label: 'Entry',
      cell: (event) => event.sequence,
      width: 7,
      hiddenAtFirst: true,
    },
  ]
}
