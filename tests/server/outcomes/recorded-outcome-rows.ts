import type { Database } from '#server/database/connection.ts'
import { addAppointment, addType } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'

let outcomes = 0

export async function addOutcome(db: Database, template_code = 'Dear {{ patient.first_name }}') {
  outcomes += 1
  return await insertRow(db, 'appointment_outcome', {
    name: `Outcome ${process.pid}-${outcomes}`,
    template_code,
  })
}

/** Offered by the appointment's type. */
export async function offerOutcome(
  db: Database,
  appointment: { appointment_type_id: number },
  templateCode?: string,
) {
  const outcome = await addOutcome(db, templateCode)
  await insertRow(db, 'appointment_type_outcome', {
    appointment_type_id: appointment.appointment_type_id,
    appointment_outcome_id: outcome.id,
  })
  return outcome
}

let completed = 0

/** A completed appointment on a past day of its own, with an outcome that its type offers. */
export async function addAppointmentWithOutcome(
  db: Database,
  given: Partial<Parameters<typeof addAppointment>[1]> = {},
  templateCode?: string,
) {
  completed += 1
  const appointment = await addAppointment(db, {
    starts_at: new Date(Date.now() - completed * 86_400_000),
    status: 'completed',
    ...given,
    appointment_type_id: given.appointment_type_id ?? (await addType(db)).id,
  })
  const outcome = await offerOutcome(db, appointment, templateCode)
  const recorded = await recordOutcome(db, appointment, outcome)
  return { appointment, outcome, recorded }
}

export const recordOutcome = (
  db: Database,
  appointment: { id: number },
  { id, edition, subversion }: { id: number; edition: number; subversion: number },
  more: { replaces?: number; reason?: string } = {},
) =>
  insertRow(db, 'appointment_outcome_given', {
    appointment_id: appointment.id,
    appointment_outcome_id: id,
    edition,
    subversion,
    ...more,
  })
