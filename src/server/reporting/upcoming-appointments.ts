import { sql } from 'kysely'
import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import type { UpcomingAppointment } from '#lib/contract/reporting.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { SignedInCall } from '../http/implement.ts'
import { locatedAppointments, presentLocated } from './located-appointments.ts'
import { reportScope } from './report-scope.ts'

type Query = { staff_id?: number | 'all' | undefined; limit?: number | undefined }

export async function listUpcoming(
  call: SignedInCall,
  { staff_id, limit }: Query,
): Promise<{ count: number; results: UpcomingAppointment[] }> {
  const { db, settings, now } = call.services
  const clinician = await reportScope(call, staff_id)
  const at = new Date(now())
  let upcoming = locatedAppointments(db)
    .where('appointment.status', '=', 'booked')
    .where('appointment.ends_at', '>', at)
    // No appointment is longer, so the index is not read from its beginning.
    .where(
      'appointment.starts_at',
      '>',
      new Date(at.getTime() - LONGEST_APPOINTMENT_MINUTES * 60_000),
    )
  if (clinician) upcoming = upcoming.where('appointment.staff_id', '=', clinician.id)
  const rows = await upcoming
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .limit(limit ?? settings.DASHBOARD_UPCOMING_LIMIT)
    .execute()
  await auditReads(db, call, {
    action: 'appointment.listed',
    subjectType: 'appointment',
    view: { list: 'upcoming', staff_id: clinician?.id ?? 'all' },
    patientIds: rows.map(({ patient_id }) => patient_id),
  })
  const { count } = await upcoming
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return {
    count,
    results: rows.map((row) => {
      const { id, start, end, patient, appointment_type, site, room, clinician } =
        presentLocated(row)
      return { id, start, end, patient, appointment_type, site, room, clinician }
    }),
  }
}
