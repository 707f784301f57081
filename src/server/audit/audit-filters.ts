import { type InferResult, sql } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'

export type AuditFilters = {
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

export type NamedEvent = InferResult<ReturnType<typeof named>>[number]

export const named = (events: ReturnType<typeof matchingEvents>) =>
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
