import { sql } from 'kysely'
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

export type OutcomeAppointment = {
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
