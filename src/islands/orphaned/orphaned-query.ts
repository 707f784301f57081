import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { OrphanRow } from '#lib/contract/orphaned-appointments.ts'
import { keepShown } from '../ui/form/at-once.ts'
import { parseListPage, picked } from '../ui/table/list-address.ts'

/** Each has its free places with it: fewer on a page than lines of a table. */
export const ORPHANS_PAGE_SIZE = 20

export const ORPHAN_FILTERS = ['staff_id', 'site_id', 'kept', 'asked'] as const

/** The orphaned appointments that an address asks for; those that were left only where it says so. */
export function orphanedQuery(api: ApiClient, address: URLSearchParams) {
  const query = {
    kept: 'no' as const,
    ...picked(address, [...ORPHAN_FILTERS, 'page']),
    page_size: String(parseListPage(address, ORPHANS_PAGE_SIZE).pageSize),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['orphaned', query],
    queryFn: ({ signal }): Promise<Page<OrphanRow>> =>
      api.call('GET admin/clinic/orphaned-appointments/', { query, signal }),
  })
}
