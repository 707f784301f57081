import { toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { addAppointment, addPerson } from '../../tests/server/clinic-factory.ts'
import { openService, TIME_ZONE, toPlace } from '../clinic.ts'
import { addColleague } from '../identity/signed-in.ts'
import { unique } from '../unique.ts'

/** Two days long ago, on which nobody but the journeys' own clinicians work. */
export const DAYS = { from: '2019-06-03', to: '2019-06-04' }

/** A clinician of a journey's own, with four appointments on those days, and what they are called. */
export async function addClinicianWithDays(database: Database) {
  const mark = unique()
  const clinician = await addColleague(database, {
    lastName: `Whitfield-${mark}`,
    clinician: true,
    permissions: ['clinic.view_appointment', 'clinic.view_vaccinationhistory'],
  })
  const service = await openService(database)
  const patient = await addPerson(database, { first_name: 'Ines', last_name: `Okafor-${mark}` })
  const add = (day: string, time: string, status: string) =>
    addAppointment(database, {
      reference: `${mark}-${day}-${time}`,
      starts_at: new Date(toInstant(day, time, TIME_ZONE)),
      status,
      staff_id: clinician.staffId ?? 0,
      patient_id: patient.id,
      ...toPlace(service),
    })
  await add(DAYS.from, '09:00', 'completed')
  await add(DAYS.from, '09:15', 'did_not_attend')
  await add(DAYS.from, '10:00', 'cancelled')
  await add(DAYS.to, '17:15', 'completed')
  return {
    clinician,
    service,
    clinicianName: `Rosa Whitfield-${mark}`,
    patientName: patient.full_name,
  }
}
