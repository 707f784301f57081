import type { FieldErrors } from '#lib/contract/errors.ts'
import type {
  VaccinationCheck,
  VaccinationRecord,
  VaccinationWrite,
} from '#lib/contract/records/vaccinations.ts'

const recordingSections = [
  'patient',
  'consent',
  'product',
  'administration',
  'outcome',
  'reactions',
  'nextDose',
] as const
export type RecordingSection = (typeof recordingSections)[number]

export type EnteredVaccination = Partial<
  Omit<VaccinationWrite, 'patient_id' | 'appointment_id' | 'confirmed_warnings'>
>

export type RecordVaccinationInput = {
  entered: EnteredVaccination
  confirmed: readonly string[]
  idempotencyKey: string
}

type Entered = { entered: EnteredVaccination }

export type VaccinationRecordingEvent =
  | { type: 'reading.retried' }
  | { type: 'patient.confirmed' }
  | ({ type: 'consent.entered' } & Entered)
  | ({ type: 'product.entered' } & Entered)
  | { type: 'check.retried' }
  | { type: 'warning.confirmed'; text: string }
  | { type: 'dose.withheld' }
  | ({ type: 'administration.entered' } & Entered)
  | ({ type: 'outcome.entered' } & Entered)
  | ({ type: 'reactions.entered' } & Entered)
  | ({ type: 'nextDose.entered' } & Entered)
  | { type: 'section.reopened'; section: RecordingSection }
  | { type: 'recording.confirmed' }
  | { type: 'recording.retried' }
  | { type: 'another.requested'; idempotencyKey: string }

type VaccinationRecordingInput = { isHistorical: boolean; idempotencyKey: string }

export type VaccinationRecordingContext = VaccinationRecordingInput & {
  entered: EnteredVaccination
  done: readonly RecordingSection[]
  warnings: VaccinationCheck['warnings']
  confirmed: readonly string[]
  suggestedDoseNumber: number | null
  suggestedDueDate: string | null
  reason: string
  refusedFields: FieldErrors
  recorded: Pick<
    VaccinationRecord,
    'product_name' | 'booster_due_date' | 'was_administered' | 'service_slug'
  > | null
}

const sectionByField: Readonly<Record<string, RecordingSection>> = {
  consent_obtained: 'consent',
  vaccine_product_id: 'product',
  batch_number: 'product',
  expiry_date: 'product',
  manufacturer: 'product',
  date_administered: 'product',
  external_clinic_name: 'product',
  external_clinic_address: 'product',
  administered_by: 'product',
  route_of_administration: 'administration',
  site_of_administration: 'administration',
  dose_number: 'administration',
  was_administered: 'outcome',
  not_given_reason: 'outcome',
  adverse_reactions: 'reactions',
  booster_due_date: 'nextDose',
}

/**
 * Is undefined for what no section asks. The dose number of a vaccination that was given elsewhere
 * is asked with its product.
 */
export function findSection(field: string, isHistorical: boolean): RecordingSection | undefined {
  return isHistorical && field === 'dose_number' ? 'product' : sectionByField[field]
}

const NOT_GIVEN: readonly RecordingSection[] = ['patient', 'consent', 'product', 'outcome']
const HISTORICAL: readonly RecordingSection[] = ['patient', 'product', 'nextDose']

/** Lists what has to be entered, as far as it is known. */
export function neededSections({
  isHistorical,
  entered,
}: Pick<VaccinationRecordingContext, 'isHistorical' | 'entered'>): readonly RecordingSection[] {
  if (isHistorical) return HISTORICAL
  return entered.was_administered === false ? NOT_GIVEN : recordingSections
}
