import { sql } from 'kysely'
import { auditRoles, formatAuditAction } from '#lib/contract/audit-actions.ts'
import { formatAuditSubject } from '#lib/contract/audit-subjects.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { exportedIds, exportFile, fileName, MOST_LINES, wallClock } from '../resources/export.ts'
import { type AuditFilters, matchingEvents, type NamedEvent, named } from './audit-filters.ts'
import { auditExported } from './audit-reading.ts'

type Line = NamedEvent & { wallTime: string }

const columns: CsvColumns<Line> = {
  Line: (line) => line.sequence,
  'Time (UTC)': (line) => line.at,
  'Time at the clinic': (line) => line.wallTime,
  'Done by': (line) => line.actor_name,
  'Done by (person number)': (line) => line.actor_id,
  'Acting as': (line) => auditRoles[line.actor_role],
  'What happened': (line) => formatAuditAction(line.action),
  Action: (line) => line.action,
  Record: (line) => formatAuditSubject(line.subject_type, line.subject_id),
  Patient: (line) => line.patient_name,
  'Patient (person number)': (line) => line.patient_id,
  Change: (line) => JSON.stringify(line.change),
  Source: (line) => line.source,
  Request: (line) => line.request_id,
}

/**
 * It is the trail as of now, without its own line. The last line says where more than 100,000 were
 * cut.
 */
export async function exportAuditEvents(
  call: SignedInCall,
  filters: AuditFilters,
): Promise<FileAnswer> {
  const { db, settings, now } = call.services
  const zone = settings.CLINIC_TIME_ZONE
  const found = await db.transaction().execute(async (tx) => {
    const sequences = await exportedIds(tx, newestSequences(tx, filters, zone))
    await auditExported(tx, call, filters, Math.min(sequences.length, MOST_LINES))
    return sequences
  })
  const wallTime = wallClock(zone)
  return exportFile({
    name: fileName('audit-trail', filters, toClinicDate(now(), zone)),
    columns,
    ids: found,
    read: async (batch) => {
      const rows = await named(db.selectFrom('audit_event as event'))
        .where(sql<boolean>`event.sequence = any(${batch}::bigint[])`)
        .orderBy('event.sequence', 'desc')
        .execute()
      return rows.map((row) => ({ ...row, wallTime: wallTime(row.at) }))
    },
    missing: 'older ones are missing',
  })
}

/** Applies the filters once. */
const newestSequences = (executor: Executor, filters: AuditFilters, zone: string) =>
  matchingEvents(executor, filters, undefined, zone)
    .select('event.sequence as id')
    .orderBy('event.sequence', 'desc')
