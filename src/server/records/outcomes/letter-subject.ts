import type { Executor } from '../../database/connection.ts'
import type { FormViewer } from '../../forms/form-viewer.ts'
import { asDeclared } from '../../identity/guest-access.ts'

export type LetterSubject = Awaited<ReturnType<typeof letterSubject>>

/**
 * Whom and what a letter is about. Guests read of their record what guests declared; the holder of a
 * link is called as when it was issued (docs/decisions/0037).
 */
export async function letterSubject(
  executor: Executor,
  { audience, patientName }: FormViewer,
  appointmentId: number,
) {
  const appointment = await executor
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .innerJoin('staff', 'staff.id', 'appointment.staff_id')
    .innerJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .where('appointment.id', '=', appointmentId)
    .select([
      'appointment.id',
      'appointment.patient_id',
      'appointment.starts_at',
      'appointment.ends_at',
      'appointment.reference',
      'appointment.notes',
      'appointment.gp_surgery_id',
      'type.name as type_name',
      'site.name as site_name',
      'site.address1 as site_address1',
      'site.address2 as site_address2',
      'site.city as site_city',
      'site.postcode as site_postcode',
      'site.telephone as site_telephone',
      'site.email as site_email',
      'clinician.full_name as clinician_name',
      'staff.pharmacist_reg_number as registration_number',
    ])
    .executeTakeFirstOrThrow()
  const row = await executor
    .selectFrom('person')
    .selectAll()
    .where('id', '=', appointment.patient_id)
    .executeTakeFirstOrThrow()
  const known = audience === 'public' ? asDeclared(row) : row
  const isRenamed = patientName !== null && patientName !== known.full_name
  const person = isRenamed
    ? { ...known, full_name: patientName, first_name: patientName, last_name: '', title: '' }
    : known
  const surgeryId = appointment.gp_surgery_id ?? person.gp_surgery_id
  const gp_surgery =
    surgeryId === null
      ? undefined
      : await executor
          .selectFrom('gp_surgery')
          .selectAll()
          .where('id', '=', surgeryId)
          .executeTakeFirst()
  return { person, appointment, gp_surgery }
}
