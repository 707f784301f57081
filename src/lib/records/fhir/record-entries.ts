import type { FhirJson } from '../../forms/fhir/export-answers.ts'
import type { FhirVaccination } from './fhir-record.ts'
import {
  type FhirAllergies,
  type FhirAppointment,
  type FhirExporting,
  type FhirPatient,
  type FhirPractitioner,
  type FhirRecord,
  type FhirResourceType,
  type FhirSite,
  fhirReference,
  identifierSystem,
  snomed,
} from './fhir-record.ts'
import { externalClinicKey, immunizationResource } from './immunization-resource.ts'

const externalClinicResource = (vaccination: FhirVaccination): FhirJson => ({
  resourceType: 'Organization',
  name: vaccination.external_clinic_name,
  address: [{ text: vaccination.external_clinic_address }],
})

const system = (name: string) => `http://terminology.hl7.org/CodeSystem/allergyintolerance-${name}`

const NO_KNOWN_ALLERGY = {
  system: snomed,
  code: '716186003',
  display: 'No known allergy',
}

/**
 * It has none where nobody has said anything, because that is not "no known allergy". An allergy
 * that staff stated is confirmed; one that patients stated of themselves is not.
 */
function allergyResources(
  { items, none_known, stated, stated_by }: FhirAllergies,
  patient: FhirPatient,
  exporting: FhirExporting,
): [key: string, resource: FhirJson][] {
  const shared = {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: { coding: [{ system: system('clinical'), code: 'active' }] },
    verificationStatus: {
      coding: [
        { system: system('verification'), code: stated_by?.is_staff ? 'confirmed' : 'unconfirmed' },
      ],
    },
    patient: fhirReference(exporting, 'Patient', patient.id, patient.full_name),
    recordedDate: stated,
    recorder: stated_by && stater(stated_by, patient, exporting),
  }
  if (items.length === 0) {
    const code = { coding: [NO_KNOWN_ALLERGY], text: 'No known allergies' }
    return none_known ? [[`${patient.id}-none`, { ...shared, code }]] : []
  }
  return items.map(({ id, name, description }) => [
    `${patient.id}-${id}`,
    { ...shared, code: { text: name }, note: [{ text: description }] },
  ])
}

function stater(
  { id, full_name, is_staff }: NonNullable<FhirAllergies['stated_by']>,
  patient: FhirPatient,
  exporting: FhirExporting,
): FhirJson {
  if (id === patient.id) return fhirReference(exporting, 'Patient', id, full_name)
  return is_staff ? fhirReference(exporting, 'Practitioner', id, full_name) : { display: full_name }
}

const statuses: Readonly<Record<string, string>> = {
  booked: 'booked',
  completed: 'fulfilled',
  did_not_attend: 'noshow',
  cancelled: 'cancelled',
}

function appointmentResource(
  appointment: FhirAppointment,
  patient: FhirPatient,
  immunizationIds: readonly number[],
  exporting: FhirExporting,
): FhirJson {
  const { clinician, site, service, status } = appointment
  return {
    resourceType: 'Appointment',
    identifier: [
      { system: identifierSystem(exporting, 'appointment'), value: appointment.reference },
    ],
    status: statuses[status],
    cancelationReason: status === 'cancelled' ? { text: appointment.cancellation_notes } : null,
    serviceType: [{ text: service }],
    description: service,
    supportingInformation: [
      ...appointment.form_ids.map((id) => fhirReference(exporting, 'QuestionnaireResponse', id)),
      ...immunizationIds.map((id) => fhirReference(exporting, 'Immunization', id)),
    ],
    start: appointment.start,
    end: appointment.end,
    minutesDuration: appointment.duration,
    created: appointment.created,
    comment: appointment.notes,
    participant: [
      fhirReference(exporting, 'Patient', patient.id, patient.full_name),
      fhirReference(exporting, 'Practitioner', clinician.id, clinician.full_name),
      fhirReference(exporting, 'Location', site.id, site.name),
    ].map((actor) => ({ actor, status: 'accepted' })),
  }
}

/**
 * FHIR forbids empty texts, lists and objects, and its texts know no other than ordinary spaces.
 */
const plainResource = (resource: FhirJson): FhirJson => plain(resource) as FhirJson

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) {
    const items = value.map(plain).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object') return value
  if (value === null) return undefined
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const cleaned = plain(part)
    return cleaned === undefined ? [] : [[name, cleaned] as const]
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

function plainText(text: string): string | undefined {
  const cleaned = text
    .replaceAll(/[^\S\n\r\t]/g, ' ')
    .replaceAll(/[^\P{Cc}\n\r\t]/gu, '')
    .trim()
  return cleaned === '' ? undefined : cleaned
}

export function toBundleEntry(
  key: string | number,
  resource: FhirJson,
  { uuidOf }: FhirExporting,
): FhirJson {
  const { resourceType, ...parts } = plainResource(resource)
  const id = uuidOf(resourceType as FhirResourceType, key)
  return { fullUrl: `urn:uuid:${id}`, resource: { resourceType, ...parts, id } }
}

/**
 * The order stays the same: the patient, then what the others refer to. Answers to forms come
 * separately, because they are large.
 */
export function recordEntries(record: FhirRecord, exporting: FhirExporting): FhirJson[] {
  const { patient, vaccinations, appointments } = record
  const { gp_surgery } = patient
  const elsewhere = new Map(
    vaccinations
      .filter((each) => each.is_historical && each.external_clinic_name !== '')
      .map((each) => [externalClinicKey(each), externalClinicResource(each)]),
  )
  const resources: (readonly [key: string | number, resource: FhirJson])[] = [
    [patient.id, patientResource(patient, exporting)],
    [clinicKey, clinicResource(exporting)],
    ...(gp_surgery ? [[`gp-${gp_surgery.id}`, gpSurgeryResource(gp_surgery)] as const] : []),
    ...elsewhere,
    ...record.practitioners.map((each) => [each.id, practitionerResource(each)] as const),
    ...record.sites.map((each) => [each.id, locationResource(each, exporting)] as const),
    ...allergyResources(record.allergies, patient, exporting),
    ...vaccinations.map(
      (each) => [each.id, immunizationResource(each, patient, exporting)] as const,
    ),
    ...appointments.map((each) => {
      const given = vaccinations.filter(({ appointment_id }) => appointment_id === each.id)
      const ids = given.map(({ id }) => id)
      return [each.id, appointmentResource(each, patient, ids, exporting)] as const
    }),
  ]
  return resources.map(([key, resource]) => toBundleEntry(key, resource, exporting))
}

const CLINIC = 'clinic'
const NHS_NUMBER = /^\d{10}$/
/** It is ISO/IEC 5218. What was not asked is left out. */
const genders: Readonly<Record<number, string>> = {
  0: 'unknown',
  1: 'male',
  2: 'female',
  9: 'unknown',
}

function patientResource(patient: FhirPatient, exporting: FhirExporting): FhirJson {
  const { nhs_number, gp_surgery } = patient
  const system = identifierSystem(exporting, 'person')
  const isNhsNumber = NHS_NUMBER.test(nhs_number)
  return {
    resourceType: 'Patient',
    identifier: [
      isNhsNumber && { system: 'https://fhir.nhs.uk/Id/nhs-number', value: nhs_number },
      { system, value: String(patient.id) },
      ...patient.merged_ids.map((id) => ({ use: 'old', system, value: String(id) })),
    ].filter(Boolean),
    active: patient.is_active,
    name: [{ use: 'official', ...toHumanName(patient) }],
    telecom: [
      { system: 'phone', use: 'mobile', value: patient.mobile },
      { system: 'phone', use: 'home', value: patient.landline },
      { system: 'email', value: patient.email },
    ].filter(({ value }) => value !== ''),
    gender: genders[patient.gender],
    birthDate: patient.dob,
    deceasedBoolean: patient.is_deceased || undefined,
    address: [toAddress(patient)],
    generalPractitioner: gp_surgery && [
      fhirReference(exporting, 'Organization', `gp-${gp_surgery.id}`, gp_surgery.name),
    ],
    managingOrganization: fhirReference(exporting, 'Organization', CLINIC, exporting.clinicName),
  }
}

const clinicResource = ({ clinicName, publicUrl }: FhirExporting): FhirJson => ({
  resourceType: 'Organization',
  name: clinicName,
  telecom: [{ system: 'url', value: publicUrl }],
})
const clinicKey = CLINIC

type Organization = NonNullable<FhirPatient['gp_surgery']>

const gpSurgeryResource = (surgery: Organization): FhirJson => ({
  resourceType: 'Organization',
  name: surgery.name,
  telecom: toContact(surgery),
  address: [toAddress(surgery)],
})

const practitionerResource = (person: FhirPractitioner): FhirJson => ({
  resourceType: 'Practitioner',
  identifier: person.registration_number && [
    { system: 'https://fhir.hl7.org.uk/Id/gphc-number', value: person.registration_number },
  ],
  name: [toHumanName(person)],
})

const locationResource = (site: FhirSite, exporting: FhirExporting): FhirJson => ({
  resourceType: 'Location',
  identifier: [{ system: identifierSystem(exporting, 'site'), value: String(site.id) }],
  status: 'active',
  name: site.name,
  mode: 'instance',
  telecom: toContact(site),
  address: toAddress(site),
  managingOrganization: fhirReference(exporting, 'Organization', CLINIC, exporting.clinicName),
})

type Named = Pick<FhirPatient, 'full_name' | 'first_name' | 'last_name' | 'title'>

const toHumanName = ({ full_name, first_name, last_name, title }: Named): FhirJson => ({
  text: full_name,
  family: last_name,
  given: [first_name],
  prefix: [title],
})

const toAddress = ({
  address1,
  address2,
  city,
  county,
  postcode,
}: Pick<FhirSite, 'address1' | 'address2' | 'city' | 'county' | 'postcode'>): FhirJson => ({
  line: [address1, address2],
  city,
  district: county,
  postalCode: postcode,
})

const toContact = ({ telephone, email }: Pick<FhirSite, 'telephone' | 'email'>) =>
  [
    { system: 'phone', value: telephone },
    { system: 'email', value: email },
  ].filter(({ value }) => value !== '')
