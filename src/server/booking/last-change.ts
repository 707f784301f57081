import type { AuditAction } from '#lib/audit-actions.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'

/** What each change of an appointment is, after who made it. */
const DEEDS = {
  'appointment.cancelled': 'cancelled this appointment',
  'appointment.changed': 'changed this appointment',
  'appointment.completed': 'completed this appointment',
  'appointment.did_not_attend': 'marked this appointment as did not attend',
  'appointment.moved': 'moved this appointment',
} as const satisfies Partial<Record<AuditAction, string>>
type Deed = keyof typeof DEEDS
const ALL = Object.keys(DEEDS) as Deed[]

/** Who made the last of some changes of an appointment, and when; undefined where the trail has none. */
async function lastChange(executor: Executor, id: number, deeds: readonly Deed[] = ALL) {
  return await executor
    .selectFrom('audit_event')
    .leftJoin('person', 'person.id', 'audit_event.actor_id')
    .select(['action', 'at', 'actor_id', 'actor_role', 'person.full_name'])
    .where('subject_type', '=', 'appointment')
    .where('subject_id', '=', id)
    .where('action', 'in', deeds)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Who changed an appointment last, in a sentence for those who work here. */
export async function lastChangeInWords(
  executor: Executor,
  { viewer, services }: SignedInCall,
  id: number,
): Promise<string> {
  const last = await lastChange(executor, id)
  if (!last) return 'Somebody has changed this appointment since you opened it.'
  const isStaff = last.actor_role === 'staff'
  const who = isStaff ? (last.full_name ?? 'Somebody who works here') : 'The patient'
  const deed = DEEDS[last.action as Deed]
  const when = formatDateTime(last.at, services.settings.CLINIC_TIME_ZONE)
  return `${last.actor_id === viewer.personId ? 'You' : who} ${deed} at ${when}.`
}

/** The name of whoever completed an appointment; empty where the trail does not know. */
export async function completerOf(executor: Executor, id: number): Promise<string> {
  return (await lastChange(executor, id, ['appointment.completed']))?.full_name ?? ''
}
