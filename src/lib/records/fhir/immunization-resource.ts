import {
  type AdministrationChoice,
  bodySiteChoices,
  type NotGivenReason,
  notGivenReasons,
  routeChoices,
} from '../../contract/records/administration-choices.ts'
import { formatCalendarDate } from '../../dates/format-date-time.ts'
import type { FhirJson } from '../../forms/fhir/export-answers.ts'
import {
  type FhirExporting,
  type FhirPatient,
  type FhirVaccination,
  fhirReference,
  identifierSystem,
  snomed,
} from './fhir-record.ts'

const reasonCodes: Partial<Record<NotGivenReason, string>> = {
  refused: 'PATOBJ',
  unwell: 'MEDPREC',
  contraindicated: 'MEDPREC',
  already_had: 'IMMUNE',
  not_available: 'OSTOCK',
}

export function immunizationResource(
  vaccination: FhirVaccination,
  patient: FhirPatient,
  exporting: FhirExporting,
): FhirJson {
  const { is_historical, site, dose_number, doses_required } = vaccination
  return {
    resourceType: 'Immunization',
    identifier: [
      { system: identifierSystem(exporting, 'vaccination'), value: String(vaccination.id) },
    ],
    status: toStatus(vaccination),
    statusReason: toStatusReason(vaccination),
    vaccineCode: { text: vaccination.product_name },
    patient: fhirReference(exporting, 'Patient', patient.id, patient.full_name),
    // Nobody knows the hour of a dose that was given elsewhere.
    occurrenceDateTime: is_historical ? vaccination.given_on : vaccination.date_administered,
    recorded: vaccination.created,
    primarySource: !is_historical,
    reportOrigin: is_historical
      ? { text: ['Given elsewhere', vaccination.external_clinic_name].filter(Boolean).join(': ') }
      : null,
    location: site && fhirReference(exporting, 'Location', site.id, site.name),
    manufacturer: { display: vaccination.manufacturer },
    lotNumber: vaccination.batch_number,
    expirationDate: vaccination.expiry_date,
    site: toConcept(bodySiteChoices, vaccination.site_of_administration),
    route: toConcept(routeChoices, vaccination.route_of_administration),
    performer: toPerformers(vaccination, exporting),
    note: toNotes(vaccination).map((text) => ({ text })),
    protocolApplied:
      dose_number === null
        ? []
        : [{ doseNumberPositiveInt: dose_number, seriesDosesPositiveInt: doses_required }],
  }
}

function toStatus({ entered_in_error, was_administered }: FhirVaccination): string {
  if (entered_in_error !== null) return 'entered-in-error'
  return was_administered ? 'completed' : 'not-done'
}

function toStatusReason({ was_administered, not_given_reason }: FhirVaccination): FhirJson | null {
  if (was_administered) return null
  const reason = not_given_reason as NotGivenReason
  const code = reasonCodes[reason]
  return {
    coding: code && [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code }],
    text: notGivenReasons[reason],
  }
}

function toConcept(choices: readonly AdministrationChoice[], value: string): FhirJson | undefined {
  const choice = choices.find((each) => each.value === value)
  if (!choice) return undefined
  const { code, display } = choice
  return { coding: [{ system: snomed, code, display }], text: choice.label }
}

export const externalClinicKey = ({
  external_clinic_name: name,
  external_clinic_address: address,
}: FhirVaccination): string => `external-${JSON.stringify([name, address])}`

function toPerformers(vaccination: FhirVaccination, exporting: FhirExporting): FhirJson[] {
  const { clinician, is_historical, external_clinic_name, administered_by } = vaccination
  const gave = {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0443', code: 'AP' }],
  }
  if (!is_historical) {
    return clinician
      ? [
          {
            function: gave,
            actor: fhirReference(exporting, 'Practitioner', clinician.id, clinician.full_name),
          },
        ]
      : []
  }
  return [
    external_clinic_name && {
      actor: fhirReference(
        exporting,
        'Organization',
        externalClinicKey(vaccination),
        external_clinic_name,
      ),
    },
    administered_by && { function: gave, actor: { display: administered_by } },
  ].filter((performer) => performer !== '')
}

/** R4 has no text for reactions and no place for the next dose. */
const toNotes = (vaccination: FhirVaccination): string[] => {
  const { notes, adverse_reactions, booster_due_date, entered_in_error, change_reason } =
    vaccination
  return [
    notes,
    adverse_reactions && `Adverse reactions: ${adverse_reactions}`,
    booster_due_date ? `Next dose due ${formatCalendarDate(booster_due_date)}` : '',
    entered_in_error === null ? '' : `Entered in error: ${change_reason}`,
  ].filter((text) => text !== '')
}
