import { type InferResult, sql } from 'kysely'
import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import { type ActorRole, type AuditEvent, auditEvents } from '#lib/contract/audit.ts'
import { auditRoles, formatAuditAction } from '#lib/contract/audit-actions.ts'
import {
  type AuditSubject,
  auditSubjects,
  formatAuditSubject,
} from '#lib/contract/audit-subjects.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { exportedIds, exportFile, fileName, MOST_LINES, wallClock } from '../resources/export.ts'
import { listPage } from '../resources/list.ts'
import { type AuditEntry, audit, auditByViewer, toAuditActor } from './audit.ts'

export const auditRoutes = {
  'GET admin/auditevents/': ({ query }, call) => listAuditEvents(call, query),
  'GET admin/auditevents/export/': ({ query }, call) => exportAuditEvents(call, query),
} satisfies Handlers

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
async function listAuditEvents(
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
async function exportAuditEvents(call: SignedInCall, filters: AuditFilters): Promise<FileAnswer> {
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

const newestSequences = (executor: Executor, filters: AuditFilters, zone: string) =>
  matchingEvents(executor, filters, undefined, zone)
    .select('event.sequence as id')
    .orderBy('event.sequence', 'desc')

type About = Pick<AuditEntry, 'subjectType' | 'subjectId' | 'patientId'>

/** Readings are recorded only where the filters are about one person or record. */
async function auditRead(
  executor: Executor,
  call: SignedInCall,
  filters: AuditFilters,
  page: number,
): Promise<void> {
  const about = await singledOut(executor, filters)
  if (!about) return
  const actor = toAuditActor(call.viewer)
  await audit(executor, call, { actor, action: 'audit.read', ...about, change: { filters, page } })
}

async function auditExported(
  executor: Executor,
  call: SignedInCall,
  filters: AuditFilters,
  lines: number,
): Promise<void> {
  const about = await singledOut(executor, filters)
  await auditByViewer(executor, call, {
    action: 'audit.exported',
    ...(about ?? { subjectType: 'audit_trail', subjectId: 0, patientId: null }),
    change: { filters, lines },
  })
}

/** Is null where the filters are about several. */
async function singledOut(executor: Executor, filters: AuditFilters): Promise<About | null> {
  const { patient_id, subject_type, subject_id, person_id } = filters
  if (patient_id !== undefined) return aboutPerson(patient_id)
  if (subject_type === 'person' && subject_id !== undefined) return aboutPerson(subject_id)
  if (isSubject(subject_type) && subject_id !== undefined) {
    const line = await executor
      .selectFrom('audit_event')
      .select('patient_id')
      .where('subject_type', '=', subject_type)
      .where('subject_id', '=', subject_id)
      .where('patient_id', 'is not', null)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      subjectType: subject_type,
      subjectId: subject_id,
      patientId: line?.patient_id ?? null,
    }
  }
  return person_id === undefined ? null : aboutPerson(person_id)
}

const aboutPerson = (id: number): About => ({ subjectType: 'person', subjectId: id, patientId: id })

const subjects: ReadonlySet<string> = new Set([
  ...Object.keys(auditSubjects),
  ...[...adminLists, ...adminResources].map(({ audit: subject }) => subject),
])

const isSubject = (name: string | undefined): name is AuditSubject =>
  name !== undefined && subjects.has(name)

type AuditFilters = {
  person_id?: number | undefined
  patient_id?: number | undefined
  subject_type?: string | undefined
  subject_id?: number | undefined
  action?: string | undefined
  actor_role?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** They are in no order, up to a sequence. */
export function matchingEvents(
  executor: Executor,
  filters: AuditFilters,
  upTo: number | undefined,
  timeZone: string,
) {
  const { person_id, patient_id, subject_type, subject_id, action, actor_role, from, to } = filters
  let events = executor.selectFrom('audit_event as event')
  if (upTo !== undefined) events = events.where('event.sequence', '<=', upTo)
  if (person_id !== undefined) events = events.where('event.actor_id', '=', person_id)
  if (patient_id !== undefined) {
    events = events.where(
      sql<boolean>`(event.patient_id = ${patient_id} or event.patient_ids @> array[${patient_id}::integer])`,
    )
  }
  if (subject_type !== undefined) events = events.where('event.subject_type', '=', subject_type)
  if (subject_id !== undefined) events = events.where('event.subject_id', '=', subject_id)
  if (action !== undefined) events = events.where(isAction(action))
  if (actor_role !== undefined) events = events.where('event.actor_role', '=', actor_role)
  if (from !== undefined) {
    events = events.where('event.at', '>=', new Date(startOfDay(from, timeZone)))
  }
  if (to !== undefined) {
    events = events.where('event.at', '<', new Date(startOfDay(addDays(to, 1), timeZone)))
  }
  return events
}

/** In byte order every action of a subject lies between `subject.` and `subject/`. */
function isAction(action: string) {
  const name = sql`event.action collate "C"`
  return action.includes('.')
    ? sql<boolean>`${name} = ${action}`
    : sql<boolean>`${name} >= ${`${action}.`} and ${name} < ${`${action}/`}`
}

type NamedEvent = InferResult<ReturnType<typeof named>>[number]

const named = (events: ReturnType<typeof matchingEvents>) =>
  events
    .leftJoin('person as actor', 'actor.id', 'event.actor_id')
    .leftJoin('person as patient', 'patient.id', 'event.patient_id')
    .select([
      'event.sequence as id',
      'event.sequence',
      'event.at',
      'event.actor_id',
      'actor.full_name as actor_name',
      sql<ActorRole>`event.actor_role`.as('actor_role'),
      'event.action',
      'event.subject_type',
      'event.subject_id',
      'event.patient_id',
      'patient.full_name as patient_name',
      sql<Record<string, unknown>>`event.change`.as('change'),
      'event.source',
      'event.request_id',
    ])
