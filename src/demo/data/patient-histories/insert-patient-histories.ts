import { addDays } from '#lib/dates/format-date-time.ts'
import { newReference } from '#server/booking/booking-records.ts'
import type { Executor } from '#server/database/connection.ts'
import { personOfStaff } from '../appointments.ts'
import type { StatedAllergies } from '../audit-trail.ts'
import type { Places } from '../availabilities.ts'
import { insertPatientForms } from '../filled-forms.ts'
import { lookUp } from '../look-up.ts'
import { recordOutcomes, replaceOutcome } from '../outcomes.ts'
import { adviceCategoryIds, insertOneAdvice } from '../patient-advice.ts'
import { demoMobile, demoNhsNumber } from '../patients.ts'
import type { Random } from '../random.ts'
import type { InsertedProduct } from '../vaccine-products.ts'
import { insertHistoryDoses } from './history-doses.ts'
import { type InsertedVisit, pastTimes } from './past-times.ts'
import { type HistoryAdvice, type PatientHistory, readPatientHistories } from './patient-history.ts'

const DAY = 86_400_000
/** Beyond the telephones and NHS numbers of the other patients. */
const FIRST_NUMBER = 250

type Context = {
  places: Places
  products: ReadonlyMap<string, InsertedProduct>
  surgeryIds: readonly number[]
  today: string
  now: number
  timeZone: string
  random: Random
}

export async function insertPatientHistories(
  executor: Executor,
  context: Context,
): Promise<StatedAllergies[]> {
  const histories = readPatientHistories(context.today)
  const patientIds = await insertPeople(executor, histories, context)
  const visits = await insertVisits(executor, histories, patientIds, context)
  const reported = histories.flatMap((history, place) =>
    (history.reported ?? []).map((dose) => ({ ...dose, patientId: patientIds[place] ?? 0 })),
  )
  await insertHistoryDoses(executor, { visits, reported }, context)
  await insertOutcomes(executor, visits, context.now)
  await insertHistoryAdvice(executor, visits)
  await insertPatientForms(executor, patientIds, context)
  return await insertStatedAllergies(executor, visits)
}

async function insertPeople(
  executor: Executor,
  histories: readonly PatientHistory[],
  { now, surgeryIds }: Context,
): Promise<number[]> {
  const rows = histories.map(({ person, visits }, place) => {
    const { username = null, is_guest = false, ...written } = person
    const name = `${person.first_name}.${person.last_name}`.toLowerCase()
    const joined = new Date(now - (Math.max(...visits.map(({ ago }) => ago)) + 30) * DAY)
    return {
      ...written,
      username,
      email: `${username ?? name}@example.test`,
      mobile: demoMobile(FIRST_NUMBER + place),
      nhs_number: demoNhsNumber(FIRST_NUMBER + place),
      county: 'Eastshire',
      nation: 'England',
      gp_surgery_id: surgeryIds[place % surgeryIds.length] ?? null,
      is_portal_user: !is_guest,
      is_guest,
      date_joined: joined,
      created: joined,
      modified: joined,
    }
  })
  const inserted = await executor
    .insertInto('person')
    .values(rows)
    .returning(['id', 'nhs_number'])
    .execute()
  const idByKey = new Map(inserted.map(({ id, nhs_number }) => [nhs_number, id]))
  return rows.map(({ nhs_number }) => lookUp(idByKey, nhs_number))
}

async function insertVisits(
  executor: Executor,
  histories: readonly PatientHistory[],
  patientIds: readonly number[],
  { places, surgeryIds, today, timeZone, random }: Context,
): Promise<InsertedVisit[]> {
  const findPastTime = pastTimes(places, timeZone)
  const planned = histories.flatMap(({ person, visits }, place) =>
    visits.map((visit, index) => {
      const time = findPastTime(visit.service, addDays(today, -visit.ago), (3 * place + index) % 8)
      const patientId = patientIds[place] ?? 0
      const reference = newReference((limit) => random.between(0, limit - 1))
      const booked = new Date(time.start - random.between(2, 20) * DAY)
      const { ended = 'completed' } = visit
      const end = new Date(time.end)
      return {
        visit: { ...visit, time, patientId },
        row: {
          reference,
          status: ended,
          appointment_type_id: time.typeId,
          staff_id: time.staffId,
          room_id: time.roomId,
          site_id: time.siteId,
          patient_id: patientId,
          gp_surgery_id: surgeryIds[place % surgeryIds.length] ?? null,
          starts_at: new Date(time.start),
          duration: time.duration,
          patient_address: [person.address1, person.city, person.postcode].join(', '),
          notes: visit.notes ?? '',
          completed_on: ended === 'completed' ? end : null,
          completed_by: ended === 'completed' ? personOfStaff(time.staffId) : null,
          cancelled_on: ended === 'cancelled' ? new Date(time.start - DAY) : null,
          cancelled_by: ended === 'cancelled' ? patientId : null,
          cancellation_notes: ended === 'cancelled' ? 'Work came up. I will book again.' : '',
          created: booked,
          modified: ended === 'cancelled' ? new Date(time.start - DAY) : end,
        },
      }
    }),
  )
  const inserted = await executor
    .insertInto('appointment')
    .values(planned.map(({ row }) => row))
    .returning(['id', 'reference', 'staff_id'])
    .execute()
  const clinicians = await executor.selectFrom('staff').select(['id', 'person_id']).execute()
  const idByKey = new Map(inserted.map(({ id, reference }) => [reference, id]))
  const personByClinician = new Map(clinicians.map(({ id, person_id }) => [id, person_id]))
  return planned
    .map(({ visit, row }) => ({
      ...visit,
      appointmentId: lookUp(idByKey, row.reference),
      personId: lookUp(personByClinician, row.staff_id),
    }))
    .toSorted((a, b) => a.time.start - b.time.start)
}

async function insertOutcomes(
  executor: Executor,
  visits: readonly InsertedVisit[],
  now: number,
): Promise<void> {
  await recordOutcomes(
    executor,
    visits.flatMap(({ appointmentId, outcome }) =>
      outcome ? [{ id: appointmentId, name: outcome }] : [],
    ),
  )
  for (const { appointmentId, personId, time, replacedBy = [] } of visits) {
    const daysSince = Math.floor((now - time.end) / DAY)
    for (const { outcome, ago, reason } of replacedBy) {
      await replaceOutcome(executor, appointmentId, {
        name: outcome,
        at: new Date(time.end + (daysSince - ago) * DAY),
        by: personId,
        reason,
      })
    }
  }
}

/** Each statement takes the place of the one before; the trail has all of them. */
async function insertStatedAllergies(
  executor: Executor,
  visits: readonly InsertedVisit[],
): Promise<StatedAllergies[]> {
  const known = await executor.selectFrom('allergy').select(['id', 'name']).execute()
  const idByKey = new Map(known.map(({ id, name }) => [name, id]))
  const stated = visits.flatMap(({ allergies, patientId, personId, time }) =>
    allergies ? [{ allergies, patientId, personId, at: new Date(time.end) }] : [],
  )
  const latest = [...new Map(stated.map((each) => [each.patientId, each])).values()]
  await executor
    .insertInto('person_allergy')
    .values(
      latest.flatMap(({ patientId, allergies }) =>
        allergies.map((name) => ({ person_id: patientId, allergy_id: lookUp(idByKey, name) })),
      ),
    )
    .execute()
  await executor
    .insertInto('allergy_statement')
    .values(
      latest.map(({ patientId, allergies, at, personId }) => ({
        person_id: patientId,
        none_known: allergies.length === 0,
        stated: at,
        stated_by: personId,
      })),
    )
    .execute()
  return stated.map(({ patientId, personId, at }) => ({ patientId, by: personId, at }))
}

async function insertHistoryAdvice(
  executor: Executor,
  visits: readonly InsertedVisit[],
): Promise<void> {
  const idByCategory = await adviceCategoryIds(executor)
  for (const visit of visits) {
    for (const advice of visit.advice ?? []) {
      const categoryIds = advice.categories.map((name) => lookUp(idByCategory, name))
      await insertOneAdvice(executor, toRow(visit, advice), categoryIds)
    }
  }
}

function toRow(
  { patientId, appointmentId, personId, time }: InsertedVisit,
  { text, pinned = false, favourite = false, archivedAfter, withdrawn }: HistoryAdvice,
) {
  const changedAfter = archivedAfter ?? withdrawn?.after
  const later = new Date(time.end + (changedAfter ?? 0) * DAY)
  return {
    patient_id: patientId,
    staff_id: time.staffId,
    written_by: personId,
    appointment_id: appointmentId,
    advice_text: text,
    pinned,
    favourite,
    created: new Date(time.end),
    modified: later,
    version: changedAfter === undefined ? 1 : 2,
    ...(archivedAfter !== undefined && { archived_at: later, archived_by: personId }),
    ...(withdrawn && {
      withdrawn_at: later,
      withdrawn_by: personId,
      withdrawn_reason: withdrawn.reason,
    }),
  }
}
