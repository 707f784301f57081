import { listAuditEvents } from '../audit/audit-events.ts'
import { exportAuditEvents } from '../audit/audit-export.ts'
import type { Handlers } from '../http/implement.ts'
import { listAppointmentLog } from './appointment-log.ts'
import { listBookedTypes } from './booked-types.ts'
import { readDashboard } from './clinician-dashboard.ts'
import { countOutcomes } from './outcome-breakdown.ts'
import { exportReported } from './report-export.ts'
import { readReportFields } from './report-fields.ts'
import { listReported } from './reported-appointments.ts'
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
