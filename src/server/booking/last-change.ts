import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { StatusChange } from '#lib/contract/clinic-appointments.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'

/** Words for each change of an appointment, to follow the name of the person who made it. */
const CHANGE_WORDS = {
  'appointment.cancelled': 'cancelled this appointment',
  'appointment.changed': 'changed this appointment',
  'appointment.completed': 'completed this appointment',
  'appointment.did_not_attend': 'marked this appointment as did not attend',
  'appointment.moved': 'moved this appointment',
  'appointment.reinstated': 'set this appointment back to booked',
} as const satisfies Partial<Record<AuditAction, string>>
type OrphanAction = keyof typeof CHANGE_WORDS
const ALL = Object.keys(CHANGE_WORDS) as OrphanAction[]

/** For so long a person can undo the status that they gave an appointment, without a reason. */
export const UNDO_MINUTES = 10
const BOOKED = ['appointment.booked', 'appointment.reinstated'] as const satisfies AuditAction[]
const ENDED = [
  'appointment.cancelled',
  'appointment.completed',
  'appointment.did_not_attend',
] as const satisfies AuditAction[]

/** Who made the last of some changes of an appointment, and when; undefined where the trail has none. */
async function lastChange(executor: Executor, id: number, actions: readonly AuditAction[]) {
  return await executor
    .selectFrom('audit_event')
    .leftJoin('person', 'person.id', 'audit_event.actor_id')
    .select(['action', 'at', 'actor_id', 'actor_role', 'change', 'person.full_name'])
    // The trail has the database's clock.
    .select(
      sql<boolean>`at > now() - make_interval(mins => ${sql.lit(UNDO_MINUTES)})`.as('isRecent'),
    )
    .where('subject_type', '=', 'appointment')
    .where('subject_id', '=', id)
    .where('action', 'in', actions)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Who gave an appointment the status that it has, and when; null where the trail does not know. */
export async function lastStatusChange(
  executor: Executor,
  { viewer }: SignedInCall,
  id: number,
): Promise<StatusChange | null> {
  const last = await lastChange(executor, id, [...BOOKED, ...ENDED])
  if (!last) return null
  const isOwn = last.actor_role === 'staff' && last.actor_id === viewer.personId
  const isEnd = ENDED.some((action) => action === last.action)
  const until = new Date(last.at.getTime() + UNDO_MINUTES * 60_000)
  return {
    at: last.at.toISOString(),
    by_name: last.full_name ?? '',
    reinstated: last.action === 'appointment.reinstated',
    undo_until: isOwn && isEnd && last.isRecent ? until.toISOString() : null,
  }
}

/** The opening that an appointment has: `start` in epoch milliseconds, `duration` in minutes. */
export type BookedOpening = {
  start: number
  duration: number
  staffId: number
  roomId: number
  typeId: number
}

export const openingOf = (row: Selectable<DB['appointment']>): BookedOpening => ({
  start: row.starts_at.getTime(),
  duration: row.duration,
  staffId: row.staff_id,
  roomId: row.room_id,
  typeId: row.appointment_type_id,
})

/** A reschedule as the audit trail stores it; what did not change is left out. */
const Reschedule = z.object({
  start: z.object({ from: z.string() }).optional(),
  duration: z.object({ from: z.number() }).optional(),
  staff_id: z.object({ from: z.number() }).optional(),
  room_id: z.object({ from: z.number() }).optional(),
  appointment_type_id: z.object({ from: z.number() }).optional(),
})

/**
 * Where an appointment was before the caller rescheduled it, if that was its last change and can still
 * be undone; null otherwise.
 */
export async function undoableOpening(
  executor: Executor,
  { viewer }: SignedInCall,
  row: Selectable<DB['appointment']>,
): Promise<BookedOpening | null> {
  const last = await lastChange(executor, row.id, ALL)
  const isReschedule =
    last?.action === 'appointment.moved' || last?.action === 'appointment.changed'
  const isOwn = last?.actor_role === 'staff' && last.actor_id === viewer.personId
  if (!isReschedule || !isOwn || !last.isRecent) return null
  const { start, duration, staff_id, room_id, appointment_type_id } = Reschedule.parse(last.change)
  const now = openingOf(row)
  return {
    start: start ? Date.parse(start.from) : now.start,
    duration: duration?.from ?? now.duration,
    staffId: staff_id?.from ?? now.staffId,
    roomId: room_id?.from ?? now.roomId,
    typeId: appointment_type_id?.from ?? now.typeId,
  }
}

/** Who changed an appointment last, in a sentence for those who work here. */
export async function lastChangeInWords(
  executor: Executor,
  { viewer, services }: SignedInCall,
  id: number,
): Promise<string> {
  const last = await lastChange(executor, id, ALL)
  if (!last) return 'Somebody has changed this appointment since you opened it.'
  const isStaff = last.actor_role === 'staff'
  const who = isStaff ? (last.full_name ?? 'A member of staff') : 'The patient'
  const action = CHANGE_WORDS[last.action as OrphanAction]
  const when = formatDateTime(last.at, services.settings.CLINIC_TIME_ZONE)
  return `${last.actor_id === viewer.personId ? 'You' : who} ${action} at ${when}.`
}
