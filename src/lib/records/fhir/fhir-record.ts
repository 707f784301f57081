import type { FhirJson } from '../../forms/fhir/export-answers.ts'

type Address = {
  address1: string
  address2: string
  city: string
  county: string
  postcode: string
}
type Contact = { telephone: string; email: string }

export type FhirPatient = Address & {
  id: number
  merged_ids: readonly number[]
  full_name: string
  first_name: string
  last_name: string
  title: string
  dob: string | null
  gender: number
  nhs_number: string
  email: string
  mobile: string
  landline: string
  is_active: boolean
  is_deceased: boolean
  gp_surgery: (Address & Contact & { id: number; name: string }) | null
}

export type FhirPractitioner = {
  id: number
  full_name: string
  first_name: string
  last_name: string
  title: string
  registration_number: string
}

export type FhirSite = Address & Contact & { id: number; name: string }

export type FhirAllergies = {
  items: readonly { id: number; name: string; description: string }[]
  none_known: boolean
  stated: string | null
  stated_by: { id: number; full_name: string; is_staff: boolean } | null
}

export type FhirVaccination = {
  id: number
  product_name: string
  doses_required: number
  batch_number: string
  expiry_date: string | null
  manufacturer: string
  dose_number: number | null
  date_administered: string
  given_on: string
  route_of_administration: string
  site_of_administration: string
  was_administered: boolean
  not_given_reason: string
  booster_due_date: string | null
  adverse_reactions: string
  notes: string
  is_historical: boolean
  external_clinic_name: string
  external_clinic_address: string
  administered_by: string
  entered_in_error: string | null
  change_reason: string
  created: string
  clinician: { id: number; full_name: string } | null
  site: { id: number; name: string } | null
  appointment_id: number | null
}

export type FhirAppointment = {
  id: number
  reference: string
  status: string
  service: string
  start: string
  end: string
  duration: number
  notes: string
  cancellation_notes: string
  created: string
  clinician: { id: number; full_name: string }
  site: { id: number; name: string }
  form_ids: readonly number[]
}

export type FhirRecord = {
  patient: FhirPatient
  practitioners: readonly FhirPractitioner[]
  sites: readonly FhirSite[]
  allergies: FhirAllergies
  vaccinations: readonly FhirVaccination[]
  appointments: readonly FhirAppointment[]
}

export type FhirResourceType =
  | 'AllergyIntolerance'
  | 'Appointment'
  | 'Immunization'
  | 'Location'
  | 'Organization'
  | 'Patient'
  | 'Practitioner'
  | 'QuestionnaireResponse'

export type FhirExporting = {
  uuidOf: (type: FhirResourceType, key: string | number) => string
  publicUrl: string
  clinicName: string
}

export const fhirReference = (
  { uuidOf }: FhirExporting,
  type: FhirResourceType,
  key: string | number,
  display?: string,
): FhirJson => ({
  reference: `urn:uuid:${uuidOf(type, key)}`,
  type,
  display,
})

export const identifierSystem = ({ publicUrl }: FhirExporting, name: string) =>
  `${publicUrl}/identifiers/${name}`

export const snomed = 'http://snomed.info/sct'
