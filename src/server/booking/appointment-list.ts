import type { z } from 'zod'
import {
  type clinicAppointmentOperations,
  clinicAppointments,
} from '#lib/contract/clinic-appointments.ts'
import { addDays, startOfDay } from '#lib/scheduling/clinic-time.ts'
import type { SignedInCall } from '../http/implement.ts'
import { patientsRead } from '../patients-read.ts'
import { listPage } from '../resources/list.ts'
import { clinicAppointmentRows } from './clinic-appointment-rows.ts'
import { ownOnly } from './others-appointments.ts'

type Wanted = z.output<(typeof clinicAppointmentOperations)['GET admin/appointments/']['query']>

/**
 * One page of appointments, or of those that were cancelled; one's own unless one may see others'. The
 * period is of the clinic's dates, both inclusive.
 */
export async function listAppointments(
  call: SignedInCall,
  { from, to, status, ...wanted }: Wanted,
  { isCancelled }: { isCancelled: boolean },
) {
  const { db, settings } = call.services
  const zone = settings.CLINIC_TIME_ZONE
  const own = ownOnly(call)
  const rows = clinicAppointmentRows(db)
    .select(['appointment.starts_at as start', 'clinician.full_name as staff_name'])
    .where('appointment.status', isCancelled ? '=' : '<>', 'cancelled')
    .$if(status !== undefined, (q) => q.where('appointment.status', '=', status ?? ''))
    .$if(from !== undefined, (q) =>
      q.where('appointment.starts_at', '>=', new Date(startOfDay(from ?? '', zone))),
    )
    .$if(to !== undefined, (q) =>
      q.where('appointment.starts_at', '<', new Date(startOfDay(addDays(to ?? '', 1), zone))),
    )
    .$if(own !== null, (q) => q.where('appointment.staff_id', '=', own?.staffId ?? 0))
  const columns = ['site_id', 'staff_id', 'room_id', 'patient_id', 'appointment_type_id'] as const
  const filtered = columns.reduce((narrowed, column) => {
    const id = wanted[column]
    return id === undefined ? narrowed : narrowed.where(`appointment.${column}`, '=', id)
  }, rows)
  const listed = db.selectFrom(filtered.as('appointment')).selectAll()
  const page = await listPage(clinicAppointments, listed, wanted)
  await patientsRead(db, call, {
    ...{ action: 'appointment.listed', subjectType: 'appointment' },
    view: {
      list: isCancelled ? 'cancelled' : 'appointments',
      ...{ from, to, status, page: wanted.page },
      ...Object.fromEntries(columns.map((column) => [column, wanted[column]])),
    },
    patientIds: page.results.map(({ patient_id }) => patient_id),
  })
  return page
}
