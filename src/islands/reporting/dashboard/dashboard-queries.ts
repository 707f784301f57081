import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type {
  AppointmentLogEntry,
  DashboardAppointmentType,
  reportingOperations,
} from '#lib/contract/reporting.ts'
import { keepShown } from '../../ui/form/at-once.ts'
import { picked } from '../../ui/table/list-address.ts'

type Operations = typeof reportingOperations
type OperationQuery<K extends keyof Operations> = z.input<
  Extract<Operations[K], { query: z.ZodType }>['query']
>

const WHAT = ['from', 'to', 'staff_id'] as const

export function numbersQuery(api: ApiClient, address: URLSearchParams) {
  const query = picked(address, WHAT) as OperationQuery<'GET admin/clinician-dashboard/'>
  return queryOptions({
    ...keepShown,
    queryKey: ['clinician-dashboard', query],
    queryFn: ({ signal }) => api.call('GET admin/clinician-dashboard/', { query, signal }),
  })
}

export function incomeQuery(api: ApiClient, address: URLSearchParams) {
  const query = picked(address, WHAT) as OperationQuery<'GET admin/dashboard-total-income/'>
  return queryOptions({
    ...keepShown,
    queryKey: ['dashboard-total-income', query],
    queryFn: ({ signal }) => api.call('GET admin/dashboard-total-income/', { query, signal }),
  })
}

export function logQuery(api: ApiClient, address: URLSearchParams) {
  const query = picked(address, [
    ...WHAT,
    'page',
    'page_size',
    'up_to',
  ]) as OperationQuery<'GET admin/dashboard-appointments-logs/'>
  return queryOptions({
    ...keepShown,
    queryKey: ['dashboard-appointments-logs', query],
    queryFn: ({ signal }): Promise<Page<AppointmentLogEntry>> =>
      api.call('GET admin/dashboard-appointments-logs/', { query, signal }),
  })
}

const ALL_TYPES = 500

export function bookedTypesQuery(api: ApiClient, address: URLSearchParams, ordering: string) {
  const query = { ...picked(address, WHAT), ordering, page_size: ALL_TYPES }
  return queryOptions({
    ...keepShown,
    queryKey: ['dashboard-appointment-types', query],
    queryFn: ({ signal }): Promise<Page<DashboardAppointmentType>> =>
      api.call('GET admin/dashboard-appointment-types/', { query, signal }),
  })
}
