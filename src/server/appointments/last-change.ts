import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { StatusChange } from '#lib/contract/clinic-appointments.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'

const CHANGE_LABELS = {
  'appointment.cancelled': 'cancelled this appointment',
  'appointment.changed': 'changed this appointment',
  'appointment.completed': 'completed this appointment',
  'appointment.did_not_attend': 'marked this appointment as did not attend',
  'appointment.moved': 'moved this appointment',
  'appointment.reinstated': 'set this appointment back to booked',
  'outcome.added': 'added an outcome',
  'outcome.changed': 'changed an outcome',
  'outcome.withdrawn': 'withdrew an outcome',
} as const satisfies Partial<Record<AuditAction, string>>
type ShownAction = keyof typeof CHANGE_LABELS
const ALL = Object.keys(CHANGE_LABELS) as ShownAction[]

/** People can undo their own change without a reason for so long. */
export const UNDO_MINUTES = 10
const BOOKED = ['appointment.booked', 'appointment.reinstated'] as const satisfies AuditAction[]
const ENDED = [
  'appointment.cancelled',
  'appointment.completed',
  'appointment.did_not_attend',
] as const satisfies AuditAction[]

async function lastChange(executor: Executor, id: number, actions: readonly AuditAction[]) {
  return await executor
    .selectFrom('audit_event')
    .leftJoin('person', 'person.id', 'audit_event.actor_id')
    .select(['action', 'at', 'actor_id', 'actor_role', 'change', 'person.full_name'])
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

export type BookedOpening = {
  start: number
  duration: number
  staffId: number
  roomId: number
  typeId: number
}

export const toBookedOpening = (row: Selectable<DB['appointment']>): BookedOpening => ({
  start: row.starts_at.getTime(),
  duration: row.duration,
  staffId: row.staff_id,
  roomId: row.room_id,
  typeId: row.appointment_type_id,
})

const Reschedule = z.object({
  start: z.object({ from: z.string() }).optional(),
  duration: z.object({ from: z.number() }).optional(),
  staff_id: z.object({ from: z.number() }).optional(),
  room_id: z.object({ from: z.number() }).optional(),
  appointment_type_id: z.object({ from: z.number() }).optional(),
})

/**
 * Where it was before the caller's reschedule, if that was the last change and can still be undone.
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
  const now = toBookedOpening(row)
  return {
    start: start ? Date.parse(start.from) : now.start,
    duration: duration?.from ?? now.duration,
    staffId: staff_id?.from ?? now.staffId,
    roomId: room_id?.from ?? now.roomId,
    typeId: appointment_type_id?.from ?? now.typeId,
  }
}

export async function formatLastChange(
  executor: Executor,
  { viewer, services }: SignedInCall,
  id: number,
): Promise<string> {
  const last = await lastChange(executor, id, ALL)
  if (!last) return 'Somebody has changed this appointment since you opened it.'
  const isStaff = last.actor_role === 'staff'
  const who = isStaff ? (last.full_name ?? 'A member of staff') : 'The patient'
  const action = CHANGE_LABELS[last.action as ShownAction]
  const when = formatDateTime(last.at, services.settings.CLINIC_TIME_ZONE)
  return `${last.actor_id === viewer.personId ? 'You' : who} ${action} at ${when}.`
}
