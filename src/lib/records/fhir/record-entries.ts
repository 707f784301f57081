import type { FhirJson } from '../../forms/fhir/exporting.ts'
import {
  type FhirAllergies,
  type FhirAppointment,
  type FhirExporting,
  type FhirPatient,
  type FhirRecord,
  type FhirResourceType,
  fhirReference,
  identifierSystem,
  snomed,
} from './fhir-record.ts'
import {
  externalClinicKey,
  externalClinicResource,
  immunizationResource,
} from './immunization-resource.ts'
import {
  clinicKey,
  clinicResource,
  gpSurgeryResource,
  locationResource,
  patientResource,
  practitionerResource,
} from './patient-resources.ts'

const NO_KNOWN_ALLERGY = {
  system: snomed,
  code: '716186003',
  display: 'No known allergy',
}
const system = (name: string) => `http://terminology.hl7.org/CodeSystem/allergyintolerance-${name}`

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
