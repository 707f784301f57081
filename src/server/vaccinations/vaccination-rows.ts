import { type InferResult, sql } from 'kysely'
import type { OwnVaccination, Vaccination } from '#lib/contract/records/vaccinations.ts'
import { can } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import { apiAddress } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'

/**
 * Of `vaccination`: its next dose followed from the product that it had before a correction, and the
 * present one has no boosters. What somebody entered stays due.
 */
export const isOfFormerProduct = sql<boolean>`exists (
    select from vaccination_history_version as earlier
      join vaccine_product as former on former.id = (earlier.kept ->> 'vaccine_product_id')::integer
      join vaccine_product as present on present.id = vaccination.vaccine_product_id
    where earlier.vaccination_id = vaccination.id and former.id <> present.id
      and present.booster_interval_weeks is null
      and (earlier.kept ->> 'booster_due_date')::date = vaccination.booster_due_date
      and (earlier.kept ->> 'given_on')::date + 7 * former.booster_interval_weeks
        = vaccination.booster_due_date)`

export const isNextDoseOpen = sql<boolean>`(
  vaccination.booster_due_date is not null and vaccination.entered_in_error is null
  and not exists (
    select from vaccination_history as later
    where later.patient_id = vaccination.patient_id
      and later.vaccine_product_id = vaccination.vaccine_product_id
      and later.was_administered and later.entered_in_error is null
      and later.date_administered > vaccination.date_administered)
  and not ${isOfFormerProduct})`

/** Outer joins lose no row: the schema demands patient and product. */
export const vaccinationRows = (source: Pick<Executor, 'selectFrom'>) =>
  source
    .selectFrom('vaccination_history as vaccination')
    .leftJoin('vaccine_product as product', 'product.id', 'vaccination.vaccine_product_id')
    .leftJoin('person as patient', 'patient.id', 'vaccination.patient_id')
    .leftJoin('staff', 'staff.id', 'vaccination.staff_id')
    .leftJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .leftJoin('appointment', 'appointment.id', 'vaccination.appointment_id')
    .leftJoin('site', 'site.id', 'appointment.site_id')
    .leftJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .selectAll('vaccination')
    .select([
      'product.name as product_name',
      'patient.full_name as patient_name',
      'clinician.full_name as clinician_name',
      'site.name as site_name',
      'appointment.site_id',
      sql<string | null>`case when not type.disabled and not type.hidden then type.slug end`.as(
        'service_slug',
      ),
      isNextDoseOpen.as('is_next_dose_open'),
    ])
    .$narrowType<{ product_name: string; patient_name: string; price: string }>()

export type VaccinationRow = InferResult<ReturnType<typeof vaccinationRows>>[number]

const presentForAll = (row: VaccinationRow, url: string): OwnVaccination => ({
  id: row.id,
  url,
  patient_id: row.patient_id,
  appointment_id: row.appointment_id,
  vaccine_product_id: row.vaccine_product_id,
  product_name: row.product_name,
  batch_number: row.batch_number,
  expiry_date: row.expiry_date,
  manufacturer: row.manufacturer,
  dose_number: row.dose_number,
  date_administered: row.date_administered.toISOString(),
  given_on: row.given_on,
  route_of_administration: row.route_of_administration as OwnVaccination['route_of_administration'],
  site_of_administration: row.site_of_administration as OwnVaccination['site_of_administration'],
  was_administered: row.was_administered,
  not_given_reason: row.not_given_reason as OwnVaccination['not_given_reason'],
  consent_obtained: row.consent_obtained,
  booster_due_date: row.booster_due_date,
  is_next_dose_open: row.is_next_dose_open,
  adverse_reactions: row.adverse_reactions,
  is_historical: row.is_historical,
  external_clinic_name: row.external_clinic_name,
  external_clinic_address: row.external_clinic_address,
  administered_by: row.administered_by,
  staff_id: row.staff_id,
  notes: '',
  price: row.price,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
  staff_name: row.is_historical ? '' : (row.clinician_name ?? ''),
  site_name: row.site_name ?? '',
  service_slug: row.service_slug,
})

export const presentOwnVaccination = (
  row: VaccinationRow,
  { apiUrl }: { apiUrl: string },
): OwnVaccination =>
  presentForAll(row, apiAddress({ apiUrl }, 'private/vaccinationhistories', row.id))

export function presentVaccination(row: VaccinationRow, call: SignedInCall): Vaccination {
  const { staff_id: staffId } = row
  const isValid = row.entered_in_error === null
  const of = { staffId }
  return {
    ...presentForAll(row, apiAddress(call, 'admin/vaccinationhistories', row.id)),
    patient_name: row.patient_name,
    notes: row.notes,
    version: row.version,
    entered_in_error: row.entered_in_error?.toISOString() ?? null,
    change_reason: row.change_reason,
    may: {
      change: isValid && can(call.viewer, 'vaccination.correct', of),
      mark_as_entered_in_error: isValid && can(call.viewer, 'vaccination.markAsEnteredInError', of),
    },
  }
}
