import { type InferResult, sql } from 'kysely'
import type { AppointmentOutcomes, RecordedOutcome } from '#lib/contract/outcomes.ts'
import { can } from '#lib/policy/policy.ts'
import { offeredOutcomes } from '../appointments/clinic-appointment-rows.ts'
import { audit } from '../audit/audit.ts'
import { hasLetter } from '../booking/appointment-rows.ts'
import { type Executor, sendCompiled } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import {
  type FindViewer,
  type FormViewer,
  guestViewer,
  patientViewer,
  staffViewer,
  withViewer,
} from '../forms/form-viewer.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { byGuestToken, byPerson } from '../own-appointments/own-appointment.ts'
import { notFound } from '../refusals/refusal.ts'

/** The newest comes first. `keep_outcome_version` stores each version of an outcome. */
export const recordedOutcomeRows = (executor: Executor, appointmentId: number) =>
  executor
    .selectFrom('appointment_outcome_given as given')
    .innerJoin('appointment_outcome_version as kept', (join) =>
      join
        .onRef('kept.appointment_outcome_id', '=', 'given.appointment_outcome_id')
        .onRef('kept.edition', '=', 'given.edition')
        .onRef('kept.subversion', '=', 'given.subversion'),
    )
    .innerJoin('appointment_outcome as outcome', 'outcome.id', 'given.appointment_outcome_id')
    .leftJoin('person as giver', 'giver.id', 'given.given_by')
    .leftJoin('person as ender', 'ender.id', 'given.ended_by')
    .leftJoin('appointment_outcome_given as later', 'later.replaces', 'given.id')
    .where('given.appointment_id', '=', appointmentId)
    .select([
      'given.id',
      'given.appointment_outcome_id as outcome_id',
      'given.given',
      'given.reason',
      'given.replaces',
      'given.ended',
      'given.withdrawn_reason',
      'given.edition',
      'given.subversion',
      'giver.full_name as given_by_name',
      'ender.full_name as ended_by_name',
      'later.id as replaced_by',
      'kept.name',
      'kept.template_code',
      'kept.template_path',
      hasLetter.as('has_letter'),
      sql<boolean>`(outcome.edition, outcome.subversion) <> (given.edition, given.subversion)`.as(
        'is_outdated',
      ),
    ])
    .orderBy('given.id', 'desc')

const recordedStatement = fixedStatement((executor, { appointmentId }: { appointmentId: number }) =>
  recordedOutcomeRows(executor, appointmentId),
)

export const recordedLetterRows = (executor: Executor, appointmentId: number) =>
  recordedOutcomeRows(executor, appointmentId).select('given.issued')

export type RecordedLetterRow = InferResult<ReturnType<typeof recordedLetterRows>>[number]

export type RecordedOutcomeRow = InferResult<ReturnType<typeof recordedOutcomeRows>>[number]

export async function listOutcomes(
  call: Call,
  reader: OutcomeReader,
  id: number,
): Promise<AppointmentOutcomes> {
  return await asOutcomeReader(call, reader, id, async (tx, viewer, appointment) => {
    await audit(tx, call, {
      actor: viewer.actor,
      action: 'outcome.listed',
      subjectType: 'appointment',
      subjectId: id,
      patientId: appointment.patient_id,
    })
    return await readAppointmentOutcomes(tx, viewer, appointment)
  })
}

export async function readAppointmentOutcomes(
  executor: Executor,
  viewer: FormViewer,
  appointment: OutcomeAppointment,
): Promise<AppointmentOutcomes> {
  const { id, version, status } = appointment
  const rows = viewer.seesOutcomes
    ? await sendCompiled(executor, recordedStatement(executor, { appointmentId: id }))
    : []
  return {
    appointment: { id, version, status: status as AppointmentOutcomes['appointment']['status'] },
    results: rows.map((row) => presentRecorded(row, viewer)),
    offered: viewer.staff ? await offeredAt(executor, id) : [],
    may: mayOnOutcomes(viewer, appointment),
  }
}

async function offeredAt(executor: Executor, id: number) {
  const { offered } = await executor
    .selectFrom('appointment')
    .select(offeredOutcomes.as('offered'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return offered
}

export function mayOnOutcomes(
  { staff }: FormViewer,
  { staff_id, status }: OutcomeAppointment,
): AppointmentOutcomes['may'] {
  if (!staff) return []
  const of = { staffId: staff_id, status }
  return (['add', 'change', 'withdraw'] as const).filter((action) =>
    can(staff, `outcome.${action}`, of),
  )
}

const presentRecorded = (row: RecordedOutcomeRow, { staff }: FormViewer): RecordedOutcome => ({
  id: row.id,
  outcome_id: row.outcome_id,
  name: row.name,
  version: row.edition,
  subversion: row.subversion,
  has_letter: row.has_letter,
  recorded: row.given.toISOString(),
  recorded_by_name: (staff && row.given_by_name) ?? '',
  reason: staff ? row.reason : '',
  replaces: row.replaces,
  ended: row.ended?.toISOString() ?? null,
  ended_by_name: (staff && row.ended_by_name) ?? '',
  replaced_by: row.replaced_by,
  withdrawn_reason: staff ? row.withdrawn_reason : '',
  is_outdated: row.is_outdated,
})

type OutcomeAppointment = {
  id: number
  version: number
  status: string
  staff_id: number
  patient_id: number
  appointment_type_id: number
}

/** Whose outcomes somebody may read; `check` throws for an appointment that is none of theirs. */
export type OutcomeReader = {
  findViewer: FindViewer
  check: (executor: Executor, appointment: OutcomeAppointment) => Promise<void>
}

export const guestReader = (call: Call): OutcomeReader => ({
  findViewer: guestViewer(call),
  check: async (executor, { id }) => {
    await byGuestToken(call).find(executor, id)
  },
})

export const patientReader = (call: SignedInCall): OutcomeReader => ({
  findViewer: patientViewer(call),
  check: async (executor, { id }) => {
    await byPerson(call).find(executor, id)
  },
})

export const staffReader = (call: SignedInCall): OutcomeReader => ({
  findViewer: staffViewer(call),
  check: async (_executor, { staff_id }) => checkMay(call, 'outcome.see', staff_id),
})

export const asOutcomeReader = <Answer>(
  call: Call,
  { findViewer, check }: OutcomeReader,
  id: number,
  work: (tx: Executor, viewer: FormViewer, appointment: OutcomeAppointment) => Promise<Answer>,
): Promise<Answer> =>
  withViewer(call, findViewer, async (tx, viewer) => {
    const appointment = await findOutcomeAppointment(tx, id)
    await check(tx, appointment)
    return await work(tx, viewer, appointment)
  })

const appointmentStatement = fixedStatement((executor, { id }: { id: number }) =>
  executor
    .selectFrom('appointment')
    .select(['id', 'version', 'status', 'staff_id', 'patient_id', 'appointment_type_id'])
    .where('id', '=', id)
    .where('status', '<>', sql.lit('held')),
)

export async function findOutcomeAppointment(
  executor: Executor,
  id: number,
): Promise<OutcomeAppointment> {
  const [row] = await sendCompiled(executor, appointmentStatement(executor, { id }))
  if (!row || row.patient_id === null) throw notFound('This appointment')
  return { ...row, patient_id: row.patient_id }
}
