import type { Executor } from '../database/connection.ts'

const PERSON = [
  'title',
  'first_name',
  'last_name',
  'full_name',
  'dob',
  'nhs_number',
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
  'email',
  'mobile',
  'gp_surgery_id',
  'unverified',
] as const

export type LetterSubject = Awaited<ReturnType<typeof letterSubject>>

/** Whom and what a letter is about. Instants are ISO 8601, since it is kept as JSON. */
export async function letterSubject(executor: Executor, appointmentId: number) {
  const { starts_at, ends_at, patient_id, ...appointment } = await executor
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
  const person = await executor
    .selectFrom('person')
    .select(PERSON)
    .where('id', '=', patient_id)
    .executeTakeFirstOrThrow()
  const surgeryId = appointment.gp_surgery_id ?? person.gp_surgery_id
  const gp_surgery =
    surgeryId === null
      ? undefined
      : await executor
          .selectFrom('gp_surgery')
          .select(['id', 'name', 'address1', 'address2', 'city', 'county', 'nation', 'postcode'])
          .select(['telephone', 'email'])
          .where('id', '=', surgeryId)
          .executeTakeFirst()
  return {
    person,
    appointment: {
      ...appointment,
      start: starts_at.toISOString(),
      end: ends_at.toISOString(),
    },
    gp_surgery,
  }
}
