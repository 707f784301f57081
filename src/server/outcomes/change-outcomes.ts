import { sql } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { AppointmentOutcomes } from '#lib/contract/outcomes.ts'
import type { PolicyAction } from '#lib/policy/policy.ts'
import { auditAppointment, findClinicAppointment } from '../appointments/change-appointment.ts'
import {
  type AppointmentForUpdate,
  checkStatus,
  lockAppointment,
} from '../appointments/lock-appointment.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { JsonObject } from '../database/types.ts'
import { staffViewer } from '../forms/form-viewer.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { invalid, notFound, Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { giveOutcomes } from './give-outcomes.ts'
import { isStillCurrent, issueLetters } from './issued-letter.ts'
import { type RecordedLetterRow, recordedLetterRows, recordedOutcomeRows } from './outcome-rows.ts'
import { findOutcomeAppointment, readAppointmentOutcomes } from './recorded-outcomes.ts'

export const outcomeChangeRoutes = {
  'POST admin/appointments/{id}/outcomes/': ({ params, body }, call) =>
    addOutcome(call, params.id, body),
  'PUT admin/appointments/{id}/outcomes/{recorded_id}/': ({ params, body }, call) =>
    changeOutcome(call, params, body),
  'DELETE admin/appointments/{id}/outcomes/{recorded_id}/': ({ params, body }, call) =>
    withdrawOutcome(call, params, body),
} satisfies Handlers

type Request = { version?: number | undefined; reason: string }

async function addOutcome(
  call: SignedInCall,
  id: number,
  { version, reason, outcome_id }: Request & { outcome_id: number },
): Promise<AppointmentOutcomes> {
  return await changeOutcomes(
    call,
    { id, version },
    'outcome.add',
    'outcome.added',
    async (tx, row) => {
      await refusePresent(tx, id, outcome_id)
      await giveOutcomes(tx, row, [outcome_id], {
        by: call.viewer.personId,
        reason,
        field: 'outcome_id',
      })
      await issueLetters(tx, call, id)
      return { outcome_ids: [outcome_id], reason }
    },
  )
}

/**
 * The new record has the version of this moment. `replace_recorded_outcome` ends the earlier
 * record.
 * @throws Refusal as `changeOutcomes`; `conflict` for one that ended, or where nothing would change.
 */
async function changeOutcome(
  call: SignedInCall,
  { id, recorded_id }: { id: number; recorded_id: number },
  { version, reason, outcome_id }: Request & { outcome_id: number },
): Promise<AppointmentOutcomes> {
  const change = async (tx: Executor, row: AppointmentForUpdate) => {
    const before = await findPresent(tx, id, recorded_id)
    const isSame = before.outcome_id === outcome_id
    if (isSame && !before.is_outdated && (await isStillCurrent(tx, call, id, before))) {
      throw invalid({
        outcome_id: [
          'Choose another outcome. This version is the latest, and its letter is right.',
        ],
      })
    }
    if (!isSame) await refusePresent(tx, id, outcome_id)
    await giveOutcomes(tx, row, [outcome_id], {
      by: call.viewer.personId,
      reason,
      replaces: recorded_id,
      field: 'outcome_id',
    })
    await issueLetters(tx, call, id)
    return { outcome_ids: { from: [before.outcome_id], to: [outcome_id] }, reason }
  }
  return await changeOutcomes(call, { id, version }, 'outcome.change', 'outcome.changed', change)
}

/**
 * `keep_recorded_outcome` refuses anything but this and a replacement.
 * @throws Refusal as `changeOutcomes`; `conflict` for one that ended.
 */
async function withdrawOutcome(
  call: SignedInCall,
  { id, recorded_id }: { id: number; recorded_id: number },
  { version, reason }: Request,
): Promise<AppointmentOutcomes> {
  const withdraw = async (tx: Executor) => {
    const { outcome_id } = await findPresent(tx, id, recorded_id)
    await tx
      .updateTable('appointment_outcome_given')
      .set({ ended: sql<Date>`now()`, ended_by: call.viewer.personId, withdrawn_reason: reason })
      .where('id', '=', recorded_id)
      .execute()
    return { outcome_ids: [outcome_id], reason }
  }
  return await changeOutcomes(
    call,
    { id, version },
    'outcome.withdraw',
    'outcome.withdrawn',
    withdraw,
  )
}

/**
 * Counts as a change of the appointment, so that the second of two people is told.
 * @throws Refusal `conflict` unless it took place or was missed; as `lockAppointment`.
 */
async function changeOutcomes(
  call: SignedInCall,
  seen: { id: number; version?: number | undefined },
  action: PolicyAction,
  audited: AuditAction,
  change: (tx: Executor, row: AppointmentForUpdate) => Promise<JsonObject>,
): Promise<AppointmentOutcomes> {
  const { id } = seen
  const { row, answer } = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const before = await lockAppointment(tx, call, action, seen)
      checkStatus(action, before, {
        booked: 'This appointment has not been completed yet, so it has no outcomes.',
        cancelled: 'This appointment was cancelled, so it has no outcomes.',
      })
      const said = await change(tx, before)
      await tx
        .updateTable('appointment')
        .set({ modified: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
      await auditAppointment(tx, call, before, audited, said)
      const viewer = await staffViewer(call)(tx)
      return {
        row: await findClinicAppointment(tx, call, id),
        answer: await readAppointmentOutcomes(tx, viewer, await findOutcomeAppointment(tx, id)),
      }
    }),
  )
  announce(call.services, row)
  return answer
}

async function findPresent(
  tx: Executor,
  appointmentId: number,
  recordedId: number,
): Promise<RecordedLetterRow> {
  const row = await recordedLetterRows(tx, appointmentId)
    .where('given.id', '=', recordedId)
    .executeTakeFirstOrThrow(() => notFound('This outcome'))
  if (row.ended) {
    throw new Refusal(
      'conflict',
      row.replaced_by === null
        ? 'This outcome has already been withdrawn.'
        : 'This outcome has already been replaced.',
    )
  }
  return row
}

async function refusePresent(tx: Executor, appointmentId: number, outcomeId: number) {
  const present = await recordedOutcomeRows(tx, appointmentId)
    .where('given.appointment_outcome_id', '=', outcomeId)
    .where('given.ended', 'is', null)
    .executeTakeFirst()
  if (present) {
    throw invalid({ outcome_id: [`The appointment already has the outcome “${present.name}”.`] })
  }
}
