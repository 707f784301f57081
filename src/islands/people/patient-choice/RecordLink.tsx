/** It opens beside what is being booked, so that nothing entered there is lost. */
export function RecordLink({ patientId }: { patientId: number }) {
  return (
    <a
      className="link"
      href={`/clinic/record-details?patient_id=${patientId}`}
      target="_blank"
      rel="noreferrer"
    >
      Record <span className="visually-hidden">of the patient, in a new tab</span>
    </a>
  )
}
