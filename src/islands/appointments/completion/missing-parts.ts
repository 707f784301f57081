import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { OwnAppointmentForms } from '#lib/contract/forms/filled-forms.ts'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { counted } from '#lib/text/format-number.ts'

type CompletionFacts = {
  appointment: ClinicAppointment
  /** It is undefined where the viewer cannot see them, or they are not there yet. */
  forms: Pick<OwnAppointmentForms, 'due_forms' | 'clinician_forms' | 'inprogress_forms'> | undefined
  vaccinations: VaccinationStart | undefined
  outcomeIds: readonly number[]
}

export function missingParts(facts: CompletionFacts): string[] {
  const { appointment, forms, vaccinations, outcomeIds } = facts
  const missing: string[] = []
  if (forms) {
    const due = forms.due_forms.filter(({ kind }) => kind === 'clinician')
    const startedForms = forms.clinician_forms.filter(({ completed }) => completed === null)
    missing.push(
      ...due.map(({ eform }) => `${eform.title}: not started`),
      ...startedForms.map(({ eform }) => `${eform.title}: not finished`),
    )
    const ofPatient =
      forms.due_forms.length -
      due.length +
      forms.inprogress_forms.filter(({ amends }) => amends === null).length
    if (ofPatient > 0) {
      missing.push(`${counted(ofPatient, 'form')} of the patient: not submitted`)
    }
  }
  if (vaccinations && expectsVaccination(vaccinations)) {
    if (recordedAt(appointment.id, vaccinations).length === 0) {
      missing.push('Vaccination: not recorded')
    }
  }
  if (appointment.offered_outcomes.length > 0 && outcomeIds.length === 0) {
    missing.push('Outcome: none chosen')
  }
  return missing
}

/** The patient has consented to one, or visits of this kind usually have one. */
const expectsVaccination = ({ consents, products }: VaccinationStart) =>
  consents.length > 0 || products.some(({ is_usual }) => is_usual)

/** Recorded for the appointment and not in error. */
export const recordedAt = (appointmentId: number, { results }: VaccinationStart) =>
  results.filter(
    ({ appointment_id, entered_in_error }) =>
      appointment_id === appointmentId && entered_in_error === null,
  )
