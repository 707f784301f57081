import type { FhirJson } from '../../forms/fhir/exporting.ts'
import { allergyResources } from './allergy-resources.ts'
import { appointmentResource } from './appointment-resource.ts'
import type { FhirExporting, FhirRecord, FhirResourceType } from './fhir-record.ts'
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
import { plainResource } from './plain-resource.ts'

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
