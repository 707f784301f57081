import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { insertAppointments, insertAttendanceAnswers } from './appointments.ts'
import { insertAuditTrail } from './audit-trail.ts'
import { insertAvailabilities } from './availabilities.ts'
import { insertCatalogue } from './catalogue.ts'
import { insertClinicians } from './clinicians.ts'
import { findDoubleRecords, insertDoubleRecords } from './double-records.ts'
import { insertEforms } from './eforms.ts'
import { insertFilledForms } from './filled-forms.ts'
import { insertGroups } from './groups.ts'
import { insertOutcomes, insertPastOutcomes } from './outcomes.ts'
import { insertAdviceCategories, insertPatientAdvice } from './patient-advice.ts'
import { insertPatientHistories } from './patient-histories/insert-patient-histories.ts'
import { insertOtherPeople, insertPatients } from './patients.ts'
import { createRandom } from './random.ts'
import { insertAllergies, insertCompetencies, insertGpSurgeries } from './reference-lists.ts'
import { insertSites } from './sites.ts'
import { insertVaccinations } from './vaccinations.ts'
import { insertVaccineProducts } from './vaccine-products.ts'
import { insertWaitingList } from './waiting-list.ts'

const DAY = 86_400_000
/** Longer than the longest patient history. */
const DAYS_IN_SERVICE = 4_100
const SEED = 1961

export async function insertDemoData(executor: Executor, timeZone: string, now: number) {
  const today = toClinicDate(now, timeZone)
  const random = createRandom(SEED)
  const began = new Date(now - DAYS_IN_SERVICE * DAY)
  const surgeryIds = await insertGpSurgeries(executor, began)
  const allergyIds = await insertAllergies(executor, began)
  await insertAdviceCategories(executor, began)
  const rooms = await insertSites(executor, began)
  const competencyIds = await insertCompetencies(executor, began)
  const types = await insertCatalogue(executor, competencyIds, began)
  await insertOutcomes(executor, types, { now, began })
  await insertEforms(executor, types, began)
  await insertOtherPeople(executor, today, began)
  const clinicians = await insertClinicians(executor, competencyIds, { today, joined: began })
  const patients = await insertPatients(executor, allergyIds, { today, now, surgeryIds, random })
  const guestId = await insertDoubleRecords(executor, now)
  const places = { rooms, types, clinicians }
  const periods = await insertAvailabilities(executor, places, { today, timeZone, created: began })
  await insertAppointments(executor, periods, { now, patients, guestId, random })
  const products = await insertVaccineProducts(executor, began)
  await insertVaccinations(executor, { timeZone, products })
  await insertPastOutcomes(executor, types, { now, random: createRandom(SEED + 1) })
  await insertFilledForms(executor, { now, timeZone, random: createRandom(SEED + 2) })
  await insertPatientAdvice(executor, { now, random: createRandom(SEED + 3) })
  const stated = await insertPatientHistories(executor, {
    places,
    products,
    surgeryIds,
    today,
    now,
    timeZone,
    random: createRandom(SEED + 4),
  })
  await insertAttendanceAnswers(executor, now)
  await insertWaitingList(executor, now)
  await insertAuditTrail(executor, stated)
  // Nobody is written to about what was made up.
  await executor.deleteFrom('message').execute()
  await insertGroups(executor, began)
  await findDoubleRecords(executor, now)
}
