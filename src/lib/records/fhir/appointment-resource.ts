import type { FhirJson } from '../../forms/fhir/exporting.ts'
import {
  type FhirAppointment,
  type FhirExporting,
  type FhirPatient,
  fhirReference,
  identifierSystem,
} from './fhir-record.ts'

const statuses: Readonly<Record<string, string>> = {
  booked: 'booked',
  completed: 'fulfilled',
  did_not_attend: 'noshow',
  cancelled: 'cancelled',
}

export function appointmentResource(
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
