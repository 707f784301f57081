import { audit, toAuditActor } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { Days } from './days.ts'
import type { ReportFilters, ReportScope } from './report-scope.ts'

type Taken = { filters: ReportFilters; days: Days; clinician: ReportScope }

const filtersIn = ({ filters, days: { from, to }, clinician }: Taken) => ({
  ...filters,
  from,
  to,
  staff_id: clinician?.id ?? 'all',
})

export const reportRead = (
  executor: Executor,
  call: SignedInCall,
  taken: Taken,
  { page, patientIds }: { page: number; patientIds: readonly number[] },
) =>
  audit(executor, call, {
    ...about(call),
    action: 'report.read',
    patientIds,
    change: { filters: filtersIn(taken), page },
  })

export const reportExported = (
  executor: Executor,
  call: SignedInCall,
  taken: Taken,
  lines: number,
) =>
  audit(executor, call, {
    ...about(call),
    action: 'report.exported',
    change: { filters: filtersIn(taken), lines },
  })

const about = ({ viewer }: SignedInCall) =>
  ({
    actor: toAuditActor(viewer),
    subjectType: 'report',
    subjectId: 0,
    patientId: null,
  }) as const
