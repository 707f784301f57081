/** Leads staff to the record that something belongs to: of its appointment, else of its patient. */
export const recordPage = ({
  appointment_id,
  patient_id,
}: {
  appointment_id: number | null
  patient_id: number
}): string =>
  `/clinic/record-details?${
    appointment_id === null ? `patient_id=${patient_id}` : `appointment_id=${appointment_id}`
  }`
