import type { Insertable } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'

let hours = 24

/** Each is an hour before the one before, so that none overlap. */
export function pastHour(): Date {
  hours += 1
  return new Date(Date.now() - hours * 3_600_000)
}

/** For an appointment that is over, unless `given` says of which or of none. */
export async function addAdvice(
  db: Database,
  given: Partial<Insertable<DB['patient_advice']>> = {},
) {
  const patient_id = given.patient_id ?? (await addPerson(db)).id
  const appointment_id =
    given.appointment_id === undefined
      ? (await addAppointment(db, { patient_id, starts_at: pastHour() })).id
      : given.appointment_id
  return await insertRow(db, 'patient_advice', {
    advice_text: 'Rest and drink enough.',
    written_by: given.written_by ?? (await addPerson(db, { is_staff: true })).id,
    ...given,
    patient_id,
    appointment_id,
  })
}

export const addSnippet = (
  db: Database,
  given: Partial<Insertable<DB['advice_snippet']>> & { person_id: number },
) => insertRow(db, 'advice_snippet', { name: 'Rest', advice_text: 'Rest.', ...given })

let categories = 0

export async function addAdviceCategory(db: Database) {
  categories += 1
  return await insertRow(db, 'advice_category', { name: `Category ${process.pid}-${categories}` })
}
