import type { Vaccination } from '#lib/contract/records/vaccinations.ts'

/** The record that shows a vaccination: of its appointment, else of its patient. */
export const vaccinationPage = ({
  appointment_id,
  patient_id,
}: Pick<Vaccination, 'appointment_id' | 'patient_id'>): string =>
  `/clinic/record-details?${
    appointment_id === null ? `patient_id=${patient_id}` : `appointment_id=${appointment_id}`
  }`
