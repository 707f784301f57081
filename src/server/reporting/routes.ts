import { sql } from 'kysely'
import type { z } from 'zod'
import type { reportingOperations } from '#lib/contract/reporting.ts'
import { exportAuditEvents, listAuditEvents } from '../audit/audit-events.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { listAppointmentLog } from './appointment-log.ts'
import { listBookedTypes } from './booked-types.ts'
import { readDashboard } from './clinician-dashboard.ts'
import { countOutcomes, exportReported, listReported } from './reported-appointments.ts'
import { readIncome } from './total-income.ts'
import { listUpcoming } from './upcoming-appointments.ts'

export const reportingRoutes = {
  'GET admin/auditevents/': ({ query }, call) => listAuditEvents(call, query),
  'GET admin/auditevents/export/': ({ query }, call) => exportAuditEvents(call, query),
  'GET admin/clinician-dashboard/': ({ query }, call) => readDashboard(call, query),
  'GET admin/clinician-upcoming-appointments/': ({ query }, call) => listUpcoming(call, query),
  'GET admin/dashboard-total-income/': ({ query }, call) => readIncome(call, query),
  'GET admin/dashboard-appointments-logs/': ({ query }, call) => listAppointmentLog(call, query),
  'GET admin/dashboard-appointment-types/': ({ query }, call) => listBookedTypes(call, query),
  'GET admin/temporary-reporting/': ({ query }, call) => listReported(call, query),
  'GET admin/temporary-reporting/export/': ({ query }, call) => exportReported(call, query),
  'GET admin/temporary-reporting/outcomes/': ({ query }, call) => countOutcomes(call, query),
  'GET admin/temporary-reporting/fields/': (_request, call) => readReportFields(call),
} satisfies Handlers

type Fields = z.infer<
  (typeof reportingOperations)['GET admin/temporary-reporting/fields/']['response']
>

async function readReportFields({ services, viewer }: SignedInCall): Promise<Fields> {
  const { db } = services
  const sees = findVisibility(viewer)
  const onlyStaffId = onlyStaffIdFor(viewer)
  let clinicians = db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .select(sql<boolean>`staff.is_active and not staff.is_deleted`.as('is_active'))
    .orderBy(inNameOrder('person.full_name'))
    .orderBy('staff.id')
  if (onlyStaffId !== null) clinicians = clinicians.where('staff.id', '=', onlyStaffId)
  let sites = db
    .selectFrom('site')
    .select(['id', 'name'])
    .orderBy(inNameOrder('name'))
    .orderBy('id')
  if (!sees.sites) sites = sites.where('hidden', '=', false)
  let types = db
    .selectFrom('appointment_type')
    .select(['id', 'name'])
    .orderBy(inNameOrder('name'))
    .orderBy('id')
  if (!sees.types) types = types.where('hidden', '=', false)
  return {
    clinicians: await clinicians.execute(),
    sites: await sites.execute(),
    appointment_types: await types.execute(),
    outcomes: await db
      .selectFrom('appointment_outcome')
      .select(['id', 'name', 'archived'])
      .orderBy('archived')
      .orderBy(inNameOrder('name'))
      .orderBy('id')
      .execute(),
  }
}
