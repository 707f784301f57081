import type { ReportedAppointment } from '#lib/contract/reporting.ts'
import { can } from '#lib/policy/policy.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'

export type ReportFilters = {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
  site_id?: number | undefined
  appointment_type_id?: number | undefined
  status?: ReportedAppointment['status'] | undefined
  outcome_id?: number | 'none' | undefined
}

export type ReportScope = { id: number; full_name: string } | null

/** @throws Refusal `not_allowed` without `clinic.view_other_appointments`, `not_found`. */
export async function reportScope(
  { viewer, services: { db } }: SignedInCall,
  requested: number | 'all' | undefined,
): Promise<ReportScope> {
  const staffId = requested ?? viewer.staffId ?? 'all'
  if (!can(viewer, 'schedule.see', staffId === 'all' ? {} : { staffId })) {
    throw new Refusal('not_allowed', 'You can only see your own appointments.')
  }
  if (staffId === 'all') return null
  return await db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .where('staff.id', '=', staffId)
    .executeTakeFirstOrThrow(() => notFound('This clinician'))
}
