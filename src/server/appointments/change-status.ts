import type { Updateable } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { NO_REASON } from '#lib/contract/text-length.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { PolicyAction } from '#lib/policy/policy.ts'
import { chosenIds } from '../admin/written-addresses.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB, JsonObject } from '../database/types.ts'
import { unfinishedClinicianForms } from '../forms/unfinished-clinician-forms.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { notifyPatient } from '../messages/notify-patient.ts'
import { endOutcomes, giveOutcomes } from '../outcomes/give-outcomes.ts'
import { issueLetters } from '../outcomes/issued-letter.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { auditAppointment, findClinicAppointment } from './change-appointment.ts'
import { type ClinicAppointmentRow, presentClinicAppointment } from './clinic-appointment-rows.ts'
import { type AppointmentForUpdate, checkStatus, lockAppointment } from './lock-appointment.ts'

export const statusChangeRoutes = {
  'DELETE admin/appointments/{id}/': async ({ params, body }, call) =>
    presentClinicAppointment(await cancelAppointment(call, params.id, body), call),
  'PUT admin/appointments/{id}/complete_appointment/': async ({ params, body }, call) => {
    const { outcomes = [], outcome_ids, ...completion } = body
    const chosen = chosenIds(call, { field: 'outcomes', from: 'appointmentoutcomes' }, outcomes)
    const completed = await completeAppointment(call, params.id, {
      ...completion,
      outcome_ids: outcome_ids ?? chosen,
    })
    return presentClinicAppointment(completed, call)
  },
  'PATCH admin/appointments/{id}/mark_as_did_not_attend/': async ({ params, body }, call) =>
    presentClinicAppointment(await markAsDidNotAttend(call, params.id, body), call),
} satisfies Handlers

type Completion = {
  version?: number | undefined
  completed_on?: string | null | undefined
  outcome_ids: number[]
  clinician_notes?: string | undefined
  unfinished_forms_reason?: string | null | undefined
}

/**
 * Completes an appointment, also one marked as not attended by mistake. `completed_by` is
 * the caller.
 * @param completion `completed_on` in ISO 8601, by default now.
 * @throws Refusal `conflict` unless booked or not attended, and before the start; `invalid` for a
 *   time before the start or in the future, and for unfinished clinician forms without a reason; as
 *   `giveOutcomes` and `lockAppointment`.
 */
async function completeAppointment(
  call: SignedInCall,
  id: number,
  { version, completed_on, outcome_ids, clinician_notes, unfinished_forms_reason }: Completion,
): Promise<ClinicAppointmentRow> {
  const toChange = (row: AppointmentForUpdate): Change => {
    const now = call.services.now()
    checkStatus('appointment.complete', row, {
      cancelled: 'This appointment was cancelled, so you cannot complete it.',
      completed: 'This appointment is already completed.',
    })
    checkStarted(call, row, 'completed')
    const on = completed_on ? Date.parse(completed_on) : now
    if (on < row.starts_at.getTime()) {
      throw invalid({ completed_on: ['Choose a time after the appointment starts.'] })
    }
    if (on > now) throw invalid({ completed_on: ['Choose a time in the past.'] })
    return {
      status: 'completed',
      completed_on: new Date(on),
      completed_by: call.viewer.personId,
      ...(clinician_notes !== undefined && { clinician_notes }),
    }
  }
  return await decide(call, {
    id,
    version,
    action: 'appointment.complete',
    audited: 'appointment.completed',
    changeOf: toChange,
    more: async (tx, row) => {
      const by = call.viewer.personId
      // They belong to an appointment that was marked as not attended.
      await endOutcomes(tx, id, { by, reason: 'The appointment was completed.' })
      await giveOutcomes(tx, row, outcome_ids, { by })
      if (outcome_ids.length > 0) await issueLetters(tx, call, id)
      return {
        ...(outcome_ids.length > 0 && { outcome_ids }),
        ...(await storeUnfinishedForms(tx, row, unfinished_forms_reason ?? NO_REASON)),
      }
    },
  })
}

async function storeUnfinishedForms(
  tx: Executor,
  row: AppointmentForUpdate,
  unfinished_forms_reason: string,
): Promise<JsonObject> {
  const unfinished_forms = await unfinishedClinicianForms(tx, row)
  if (unfinished_forms.length === 0) return {}
  if (unfinished_forms_reason === '') {
    const titles = unfinished_forms.join(', ')
    throw invalid({ unfinished_forms_reason: [`Enter why these are not finished: ${titles}`] })
  }
  const unfinished = { unfinished_forms, unfinished_forms_reason }
  await tx.updateTable('appointment').set(unfinished).where('id', '=', row.id).execute()
  return unfinished
}

async function markAsDidNotAttend(
  call: SignedInCall,
  id: number,
  { version, ...notification }: NotifyPatient & { version?: number | undefined },
): Promise<ClinicAppointmentRow> {
  const toChange = (row: AppointmentForUpdate): Change => {
    checkStatus('appointment.markAsDidNotAttend', row, {
      cancelled: 'This appointment was cancelled, so you cannot mark it as did not attend.',
      completed: 'This appointment has taken place, so you cannot mark it as did not attend.',
      did_not_attend: 'This appointment is already marked as did not attend.',
    })
    checkStarted(call, row, 'marked as did not attend')
    return { status: 'did_not_attend' }
  }
  return await decide(call, {
    id,
    version,
    action: 'appointment.markAsDidNotAttend',
    audited: 'appointment.did_not_attend',
    changeOf: toChange,
    more: (tx) => notifyPatient(tx, [id], notification),
  })
}

/**
 * Frees its time.
 * @throws Refusal `conflict` when completed or not attended; `stale`; as `notifyPatient`.
 */
async function cancelAppointment(
  call: SignedInCall,
  id: number,
  { tell_patient, message, ...requested }: Cancellation & NotifyPatient,
): Promise<ClinicAppointmentRow> {
  return await decide(call, {
    ...cancellation(call, id, requested),
    more: (tx) => notifyPatient(tx, [id], { tell_patient, message }),
  })
}

export async function cancelWithin(
  tx: Executor,
  call: SignedInCall,
  id: number,
  requested: Cancellation,
): Promise<void> {
  await decideWithin(tx, call, cancellation(call, id, requested))
}

type Cancellation = { version?: number | undefined; cancellation_notes: string }

const cancellation = (
  call: SignedInCall,
  id: number,
  { version, cancellation_notes }: Cancellation,
): StatusDecision => ({
  id,
  version,
  action: 'appointment.cancel',
  audited: 'appointment.cancelled',
  changeOf: (row) => {
    if (row.status === 'cancelled') return null
    checkStatus('appointment.cancel', row, {
      completed: 'This appointment has taken place, so you cannot cancel it.',
      did_not_attend: 'The patient did not attend this appointment, so you cannot cancel it.',
    })
    return {
      status: 'cancelled',
      cancelled_on: new Date(call.services.now()),
      cancelled_by: call.viewer.personId,
      cancellation_notes,
    }
  },
})

type Change = Updateable<DB['appointment']>

type StatusDecision = {
  id: number
  version?: number | undefined
  action: PolicyAction
  audited: AuditAction
  changeOf: (row: AppointmentForUpdate) => Change | null
  /** It writes what else belongs to the change, and returns what the trail adds. */
  more?: (tx: Executor, row: AppointmentForUpdate) => Promise<JsonObject>
}

async function decide(call: SignedInCall, decision: StatusDecision): Promise<ClinicAppointmentRow> {
  const row = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      await decideWithin(tx, call, decision)
      return await findClinicAppointment(tx, call, decision.id)
    }),
  )
  announce(call.services, row)
  return row
}

async function decideWithin(
  tx: Executor,
  call: SignedInCall,
  { action, audited, changeOf: toChange, more, ...requested }: StatusDecision,
): Promise<void> {
  const before = await lockAppointment(tx, call, action, requested)
  const change = toChange(before)
  if (!change) return
  await tx.updateTable('appointment').set(change).where('id', '=', before.id).execute()
  await auditAppointment(tx, call, before, audited, {
    status: { from: before.status, to: change.status ?? before.status },
    ...(await more?.(tx, before)),
  })
}

function checkStarted({ services }: SignedInCall, row: AppointmentForUpdate, what: string): void {
  if (row.starts_at.getTime() <= services.now()) return
  const start = formatDateTime(row.starts_at, services.settings.CLINIC_TIME_ZONE)
  throw new Refusal(
    'conflict',
    `This appointment starts at ${start}. It cannot be ${what} before then.`,
  )
}
