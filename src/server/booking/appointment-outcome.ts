import type { Updateable } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB, JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusal.ts'
import { announce } from '../schedule/announce.ts'
import { auditAppointment, findClinicAppointment } from './change-appointment.ts'
import type { ClinicAppointmentRow } from './clinic-appointment-rows.ts'
import { giveOutcomes } from './give-outcomes.ts'
import { type LockedAppointment, lockAppointment } from './reschedule-appointment.ts'

type Completion = {
  version: number
  completed_on?: string | undefined
  outcome_ids: number[]
}

/**
 * Completes an appointment, also one marked as not attended by mistake. `completed_by` is the
 * calling clinician; only the audit trail names a caller without a staff record.
 * @param completion `completed_on` in ISO 8601, by default now.
 * @throws Refusal `conflict` unless booked or not attended, and before the start; `invalid` for a
 *   time before the start or in the future; as `giveOutcomes` and `lockAppointment`.
 */
export async function completeAppointment(
  call: SignedInCall,
  id: number,
  { version, completed_on, outcome_ids }: Completion,
): Promise<ClinicAppointmentRow> {
  const change = (row: LockedAppointment): Change => {
    const now = call.services.now()
    refuse(row, {
      cancelled: 'This appointment was cancelled, so you cannot complete it.',
      completed: 'This appointment is already completed.',
    })
    checkStarted(call, row, 'completed')
    const on = completed_on === undefined ? now : Date.parse(completed_on)
    if (on < row.starts_at.getTime()) {
      throw invalid({ completed_on: ['Choose a time after the appointment starts.'] })
    }
    if (on > now) throw invalid({ completed_on: ['Choose a time in the past.'] })
    return {
      status: 'completed',
      completed_on: new Date(on),
      completed_by: call.viewer.staffId,
    }
  }
  return await decide(call, id, version, 'appointment.completed', change, async (tx, row) => {
    await giveOutcomes(tx, row, outcome_ids)
    return outcome_ids.length > 0 ? { outcome_ids } : {}
  })
}

/** @throws Refusal `conflict` unless booked, and before the start; `stale`. */
export async function markAsDidNotAttend(
  call: SignedInCall,
  id: number,
  version: number,
): Promise<ClinicAppointmentRow> {
  return await decide(call, id, version, 'appointment.did_not_attend', (row) => {
    refuse(row, {
      cancelled: 'This appointment was cancelled, so you cannot mark it as did not attend.',
      completed: 'This appointment has taken place, so you cannot mark it as did not attend.',
      did_not_attend: 'This appointment is already marked as did not attend.',
    })
    checkStarted(call, row, 'marked as did not attend')
    return { status: 'did_not_attend' }
  })
}

/** Frees its time. @throws Refusal `conflict` when completed or not attended; `stale`. */
export async function cancelAppointment(
  call: SignedInCall,
  id: number,
  { version, cancellation_notes }: { version?: number | undefined; cancellation_notes: string },
): Promise<ClinicAppointmentRow> {
  const change = cancellation(call, cancellation_notes)
  return await decide(call, id, version, 'appointment.cancelled', change)
}

/** In the caller's transaction. */
export async function cancelWithin(
  tx: Executor,
  call: SignedInCall,
  id: number,
  { version, cancellation_notes }: { version: number; cancellation_notes: string },
): Promise<void> {
  const change = cancellation(call, cancellation_notes)
  await decideWithin(tx, call, { id, version }, 'appointment.cancelled', change)
}

const cancellation =
  (call: SignedInCall, cancellation_notes: string) =>
  (row: LockedAppointment): Change | null => {
    if (row.status === 'cancelled') return null
    refuse(row, {
      completed: 'This appointment has taken place, so you cannot cancel it.',
      did_not_attend: 'The patient did not attend this appointment, so you cannot cancel it.',
    })
    return {
      status: 'cancelled',
      cancelled_on: new Date(call.services.now()),
      cancelled_by: call.viewer.personId,
      cancellation_notes,
    }
  }

type Change = Updateable<DB['appointment']>

/** @param more writes what else belongs to the change, and returns what the trail adds. */
async function decide(
  call: SignedInCall,
  id: number,
  version: number | undefined,
  action: AuditAction,
  changeOf: (row: LockedAppointment) => Change | null,
  more?: (tx: Executor, row: LockedAppointment) => Promise<JsonObject>,
): Promise<ClinicAppointmentRow> {
  const row = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      await decideWithin(tx, call, { id, version }, action, changeOf, more)
      return await findClinicAppointment(tx, call, id)
    }),
  )
  announce(call.services, row)
  return row
}

async function decideWithin(
  tx: Executor,
  call: SignedInCall,
  { id, version }: { id: number; version: number | undefined },
  action: AuditAction,
  changeOf: (row: LockedAppointment) => Change | null,
  more?: (tx: Executor, row: LockedAppointment) => Promise<JsonObject>,
): Promise<void> {
  const before = await lockAppointment(tx, call, id, version)
  const change = changeOf(before)
  if (!change) return
  await tx.updateTable('appointment').set(change).where('id', '=', id).execute()
  await auditAppointment(tx, call, before, action, {
    status: { from: before.status, to: change.status ?? before.status },
    ...(await more?.(tx, before)),
  })
}

function refuse({ status }: LockedAppointment, reasons: Readonly<Record<string, string>>): void {
  const reason = reasons[status]
  if (reason) throw new Refusal('conflict', reason)
}

function checkStarted({ services }: SignedInCall, row: LockedAppointment, what: string): void {
  if (row.starts_at.getTime() <= services.now()) return
  const start = formatDateTime(row.starts_at, services.settings.CLINIC_TIME_ZONE)
  throw new Refusal(
    'conflict',
    `This appointment starts at ${start}. It cannot be ${what} before then.`,
  )
}
