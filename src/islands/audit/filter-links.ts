import type { AuditEvent } from '#lib/contract/audit.ts'
import type { QueryChanges } from '../ui/use-address-query.ts'
import { AUDIT_FILTERS, type AuditFilter } from './audit-query.ts'

export const fromTheStart: QueryChanges = { page: null, up_to: null }

export const only = (filters: Partial<Record<AuditFilter, string | number>>): QueryChanges => ({
  ...Object.fromEntries(AUDIT_FILTERS.map((name) => [name, null])),
  ...fromTheStart,
  ...filters,
})

export const subjectName = ({ id, full_name }: NonNullable<AuditEvent['actor']>) =>
  full_name || `Person ${id}`
