import type { Vaccination } from '#lib/contract/records/vaccinations.ts'
import type { VaccinationChange } from '#machines/vaccinations/vaccination-change.machine.ts'

export const correctionQuestions = [
  'vaccine_product_id',
  'batch_number',
  'expiry_date',
  'manufacturer',
  'route_of_administration',
  'site_of_administration',
  'dose_number',
  'booster_due_date',
  'adverse_reactions',
  'external_clinic_name',
  'notes',
  'reason',
] as const
export type CorrectionField = (typeof correctionQuestions)[number]
export type CorrectionDraft = Record<CorrectionField, string>

export const correctionDraft = (record: Vaccination): CorrectionDraft => ({
  vaccine_product_id: String(record.vaccine_product_id),
  batch_number: record.batch_number,
  expiry_date: record.expiry_date ?? '',
  manufacturer: record.manufacturer,
  route_of_administration: record.route_of_administration,
  site_of_administration: record.site_of_administration,
  dose_number: String(record.dose_number ?? ''),
  booster_due_date: record.booster_due_date ?? '',
  adverse_reactions: record.adverse_reactions,
  external_clinic_name: record.external_clinic_name,
  notes: record.notes,
  reason: '',
})

type Correction = Extract<VaccinationChange, { kind: 'correct' }>['correction']

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** It has the whole record: what the form does not ask stays as it is on file. */
export function toCorrection(record: Vaccination, draft: CorrectionDraft): Correction {
  const { vaccine_product_id, expiry_date, dose_number, booster_due_date, ...texts } = draft
  return {
    date_administered: record.date_administered,
    staff_id: record.staff_id,
    was_administered: record.was_administered,
    not_given_reason: record.not_given_reason,
    consent_obtained: record.consent_obtained,
    is_historical: record.is_historical,
    external_clinic_address: record.external_clinic_address,
    administered_by: record.administered_by,
    price: record.price,
    ...(texts as Omit<typeof texts, 'route_of_administration' | 'site_of_administration'> &
      Pick<Correction, 'route_of_administration' | 'site_of_administration'>),
    vaccine_product_id: Number(vaccine_product_id),
    expiry_date: orNull(expiry_date),
    dose_number: dose_number.trim() === '' ? null : Number(dose_number),
    booster_due_date: orNull(booster_due_date),
  }
}
