import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { ReportedAppointment, reportingOperations } from '#lib/contract/reporting.ts'
import { keepShown } from '../../ui/form/at-once.ts'
import { picked } from '../../ui/table/list-address.ts'

type Operations = typeof reportingOperations
type ListQuery = z.input<Operations['GET admin/temporary-reporting/']['query']>
type ExportQuery = z.input<Operations['GET admin/temporary-reporting/export/']['query']>

export const REPORT_FILTERS = [
  'from',
  'to',
  'site_id',
  'staff_id',
  'appointment_type_id',
  'status',
  'outcome_id',
] as const satisfies readonly (keyof ExportQuery)[]
export type ReportFilter = (typeof REPORT_FILTERS)[number]

export const parseReportFilters = (query: URLSearchParams) =>
  picked(query, REPORT_FILTERS) as ExportQuery

export function reportQuery(api: ApiClient, address: URLSearchParams) {
  const query = picked(address, [...REPORT_FILTERS, 'page', 'page_size', 'ordering']) as ListQuery
  return queryOptions({
    ...keepShown,
    queryKey: ['temporary-reporting', query],
    refetchOnWindowFocus: false,
    queryFn: ({ signal }): Promise<Page<ReportedAppointment>> =>
      api.call('GET admin/temporary-reporting/', { query, signal }),
  })
}

export function outcomesQuery(api: ApiClient, address: URLSearchParams) {
  const query = parseReportFilters(address)
  return queryOptions({
    ...keepShown,
    queryKey: ['temporary-reporting-outcomes', query],
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => api.call('GET admin/temporary-reporting/outcomes/', { query, signal }),
  })
}
