import type { Handlers } from '../http/implement.ts'
import { listAuditEvents } from './audit-events.ts'
import { exportAuditEvents } from './audit-export.ts'

export const reportingRoutes = {
  'GET admin/auditevents/': ({ query }, call) => listAuditEvents(call, query),
  'GET admin/auditevents/export/': ({ query }, call) => exportAuditEvents(call, query),
} satisfies Handlers
