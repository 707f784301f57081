import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import { newToken, tokenHash } from '#server/identity/token.ts'
import { addAppointment, addPerson, guestDetails } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'

/** A guest with an appointment that day, of whom nothing happened since then. */
export async function addOldGuest(
  db: Database,
  at: Date,
  given: {
    person?: Record<string, unknown>
    appointment?: Partial<Parameters<typeof addAppointment>[1]>
  } = {},
) {
  const times = { created: at, modified: at }
  const person = await addPerson(db, {
    ...guestDetails(),
    ...times,
    title: 'Dr',
    gender: 2,
    address1: '1 Harbour Street',
    postcode: 'ZZ1 1AA',
    nhs_number: '9434765919',
    is_guest: true,
    ...given.person,
  })
  const appointment = await addAppointment(db, {
    ...times,
    starts_at: new Date(at.getTime() - 3_600_000),
    patient_id: person.id,
    patient_address: '1 Harbour Street, ZZ1 1AA',
    notes: 'I come with my son Tom',
    ...given.appointment,
  })
  const [token, link] = [newToken(), newToken()]
  const expires_at = sql<Date>`now() + interval '1 year'`
  await insertRow(db, 'guest_access', {
    person_id: person.id,
    token_hash: tokenHash(token),
    created: at,
    expires_at,
  })
  await insertRow(db, 'appointment_access', {
    appointment_id: appointment.id,
    issued_to: person.id,
    issued_name: person.full_name,
    issued_last_name: person.last_name,
    issued_dob: person.dob,
    token_hash: tokenHash(link),
    expires_at,
  })
  return { person, appointment, token, link }
}
