import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { AuditEvent, auditOperations } from '#lib/contract/audit.ts'
import { keepShown } from '../ui/form/at-once.ts'
import { picked } from '../ui/table/list-address.ts'
import type { QueryChanges } from '../ui/use-address-query.ts'

type Operations = typeof auditOperations
type ListQuery = z.input<Operations['GET admin/auditevents/']['query']>
type ExportQuery = z.input<Operations['GET admin/auditevents/export/']['query']>

const AUDIT_FILTERS = [
  'person_id',
  'patient_id',
  'subject_type',
  'subject_id',
  'action',
  'actor_role',
  'from',
  'to',
] as const satisfies readonly (keyof ExportQuery)[]
export type AuditFilter = (typeof AUDIT_FILTERS)[number]

export const parseAuditFilters = (query: URLSearchParams) =>
  picked(query, AUDIT_FILTERS) as ExportQuery

/** Every reading of the trail is recorded in it, so it happens on demand. */
export function auditQuery(api: ApiClient, address: URLSearchParams) {
  const query = picked(address, [...AUDIT_FILTERS, 'page', 'page_size', 'up_to']) as ListQuery
  return queryOptions({
    ...keepShown,
    queryKey: ['audit-events', query],
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }): Promise<Page<AuditEvent>> =>
      api.call('GET admin/auditevents/', { query, signal }),
  })
}

export const fromTheStart: QueryChanges = { page: null, up_to: null }

export const only = (filters: Partial<Record<AuditFilter, string | number>>): QueryChanges => ({
  ...Object.fromEntries(AUDIT_FILTERS.map((name) => [name, null])),
  ...fromTheStart,
  ...filters,
})
