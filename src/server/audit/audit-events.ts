import { type AuditEvent, auditEvents } from '#lib/contract/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { listPage } from '../resources/list.ts'
import { type AuditFilters, matchingEvents, type NamedEvent, named } from './audit-filters.ts'
import { auditRead } from './audit-reading.ts'

type AuditEventsQuery = AuditFilters & {
  page: number
  page_size: number
  up_to?: number | undefined
}

/**
 * Lines are added all the time, so later pages send the newest sequence of the first one as
 * `up_to`; pages and count then stay. (A cursor would not say which page of how many this is.)
 * Lines of transactions under way can still appear among the newest.
 */
export async function listAuditEvents(
  call: SignedInCall,
  query: AuditEventsQuery,
): Promise<{ count: number; results: AuditEvent[] }> {
  const { db, settings } = call.services
  const { page, page_size, up_to, ...filters } = query
  const events = matchingEvents(db, filters, up_to, settings.CLINIC_TIME_ZONE)
  const found = await listPage(auditEvents, named(events), {
    page,
    page_size,
    ordering: '-sequence',
  })
  await auditRead(db, call, filters, page)
  return { count: found.count, results: found.results.map(presentEvent) }
}

const presentEvent = (row: NamedEvent): AuditEvent => ({
  sequence: row.sequence,
  at: row.at.toISOString(),
  actor: person(row.actor_id, row.actor_name),
  actor_role: row.actor_role,
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  patient: person(row.patient_id, row.patient_name),
  change: row.change,
  source: row.source,
  request_id: row.request_id,
})

const person = (id: number | null, name: string | null) =>
  id === null ? null : { id, full_name: name ?? '' }
