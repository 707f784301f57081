import type { FhirJson } from '../../forms/fhir/exporting.ts'
import {
  type FhirAllergies,
  type FhirExporting,
  type FhirPatient,
  fhirReference,
  snomed,
} from './fhir-record.ts'

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
export function allergyResources(
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
