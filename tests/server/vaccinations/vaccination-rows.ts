import type { Insertable } from 'kysely'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'
import { insertRow } from '../rows.ts'

type Given = Partial<Insertable<DB['vaccination_history']>> &
  Pick<Insertable<DB['vaccination_history']>, 'patient_id' | 'vaccine_product_id'>

/** A vaccination as it stands in the database, given now unless `given` says when. */
export async function addVaccination(db: Database, given: Given) {
  const at = new Date((given.date_administered as Date | undefined) ?? Date.now())
  return await insertRow(db, 'vaccination_history', {
    given_on: toClinicDate(at.getTime(), 'Europe/London'),
    not_given_reason: given.was_administered === false ? 'other' : '',
    ...given,
    date_administered: at,
  })
}

let products = 0

export async function addVaccineProduct(
  db: Database,
  given: Partial<Insertable<DB['vaccine_product']>> = {},
) {
  products += 1
  return await insertRow(db, 'vaccine_product', {
    name: `Vaccine ${products} ${Math.random().toString(36).slice(2, 8)}`,
    ...given,
  })
}
