import type { FhirJson } from '../../forms/fhir/exporting.ts'
import {
  type FhirExporting,
  type FhirPatient,
  type FhirPractitioner,
  type FhirSite,
  fhirReference,
  identifierSystem,
} from './fhir-record.ts'

const CLINIC = 'clinic'
const NHS_NUMBER = /^\d{10}$/
/** It is ISO/IEC 5218. What was not asked is left out. */
const genders: Readonly<Record<number, string>> = {
  0: 'unknown',
  1: 'male',
  2: 'female',
  9: 'unknown',
}

export function patientResource(patient: FhirPatient, exporting: FhirExporting): FhirJson {
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

export const clinicResource = ({ clinicName, publicUrl }: FhirExporting): FhirJson => ({
  resourceType: 'Organization',
  name: clinicName,
  telecom: [{ system: 'url', value: publicUrl }],
})
export const clinicKey = CLINIC

type Organization = NonNullable<FhirPatient['gp_surgery']>

export const gpSurgeryResource = (surgery: Organization): FhirJson => ({
  resourceType: 'Organization',
  name: surgery.name,
  telecom: toContact(surgery),
  address: [toAddress(surgery)],
})

export const practitionerResource = (person: FhirPractitioner): FhirJson => ({
  resourceType: 'Practitioner',
  identifier: person.registration_number && [
    { system: 'https://fhir.hl7.org.uk/Id/gphc-number', value: person.registration_number },
  ],
  name: [toHumanName(person)],
})

export const locationResource = (site: FhirSite, exporting: FhirExporting): FhirJson => ({
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
