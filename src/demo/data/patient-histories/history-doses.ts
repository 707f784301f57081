import { addDays } from '#lib/dates/format-date-time.ts'
import { toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from '../look-up.ts'
import { TOLD, toDoseColumns } from '../vaccinations.ts'
import type { InsertedProduct } from '../vaccine-products.ts'
import type { InsertedVisit } from './past-times.ts'
import type { HistoryDose, ReportedDose } from './patient-history.ts'

const MINUTE = 60_000

type DoseContext = {
  products: ReadonlyMap<string, InsertedProduct>
  today: string
  timeZone: string
}

export async function insertHistoryDoses(
  executor: Executor,
  { visits, reported }: { visits: readonly InsertedVisit[]; reported: readonly OwnReportedDose[] },
  context: DoseContext,
): Promise<void> {
  const given = visits.flatMap((visit) =>
    (visit.doses ?? []).map((dose, place) => toRow(visit, dose, place, context)),
  )
  const rows = [...given, ...reported.map((dose) => toReportedRow(dose, context))]
  await executor.insertInto('vaccination_history').values(rows).execute()
}

type OwnReportedDose = ReportedDose & { patientId: number }

function toRow(
  { time, patientId, appointmentId }: InsertedVisit,
  { product: name, number, nextIn, notGiven, reaction = '', wrong }: HistoryDose,
  place: number,
  { products, timeZone }: DoseContext,
) {
  const at = new Date(time.start + (5 + place) * MINUTE)
  const date = toClinicDate(at.getTime(), timeZone)
  const product = lookUp(products, name)
  const isGiven = notGiven === undefined
  return {
    ...toDoseColumns(product, at, date),
    patient_id: patientId,
    staff_id: time.staffId,
    appointment_id: appointmentId,
    dose_number: number ?? 1,
    site_of_administration: chooseBodySite(product, place),
    was_administered: isGiven,
    not_given_reason: isGiven ? '' : 'unwell',
    consent_obtained: isGiven,
    booster_due_date: nextIn === undefined ? null : addDays(date, nextIn),
    adverse_reactions: reaction,
    notes: notGiven ?? '',
    price: isGiven ? product.price : '0.00',
    ...(wrong && {
      entered_in_error: new Date(at.getTime() + 10 * MINUTE),
      change_reason: wrong,
    }),
  }
}

function toReportedRow(
  { ago, product: name, clinic, address, batch = '', patientId }: OwnReportedDose,
  { products, today, timeZone }: DoseContext,
) {
  const on = addDays(today, -ago)
  const product = lookUp(products, name)
  return {
    ...toDoseColumns(product, new Date(toInstant(on, '12:00', timeZone)), on),
    ...TOLD,
    patient_id: patientId,
    batch_number: batch,
    site_of_administration: chooseBodySite(product, 0),
    adverse_reactions: '',
    external_clinic_name: clinic,
    external_clinic_address: address,
  }
}

/** The second dose of a visit goes into the other arm. */
function chooseBodySite({ route }: InsertedProduct, place: number): string {
  if (route === 'oral') return 'mouth'
  return place % 2 === 0 ? 'left_deltoid' : 'right_deltoid'
}
