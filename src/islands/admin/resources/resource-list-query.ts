import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AdminRecord, AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { keepShown } from '../../ui/form/at-once.ts'
import { picked } from '../../ui/table/list-address.ts'
import type { AdminScreen } from './admin-screen.ts'

const filterNames = (of: AnyAdminResource) => ['search', 'ordering', ...Object.keys(of.filters)]

export const exportedQuery = (
  { of, order }: Pick<AdminScreen, 'of' | 'order'>,
  address: URLSearchParams,
) => new URLSearchParams({ ...usual(order), ...picked(address, filterNames(of)) })

export const narrowedBy = (of: AnyAdminResource, address: URLSearchParams) =>
  new URLSearchParams(picked(address, ['search', ...Object.keys(of.filters)])).toString()

const usual = (order: string | undefined) => (order === undefined ? {} : { ordering: order })

export function resourceListQuery(
  api: ApiClient,
  { of, pageSize, order }: Pick<AdminScreen, 'of' | 'pageSize' | 'order'>,
  address: URLSearchParams,
) {
  const query = {
    ...(pageSize !== undefined && { page_size: String(pageSize) }),
    ...usual(order),
    ...picked(address, [...filterNames(of), 'page', 'page_size']),
  }
  return queryOptions({
    ...keepShown,
    queryKey: [of.path, query],
    queryFn: ({ signal }) => resourceClient(api, of).list(query, signal),
  })
}

/** Replaces the row of a saved record; a list that does not have it is read again. */
export function showSaved(queries: QueryClient, of: AnyAdminResource, saved: AdminRecord): void {
  let isShown = false
  queries.setQueriesData<Page<AdminRecord>>({ queryKey: [of.path] }, (page) => {
    if (!page?.results.some(({ id }) => id === saved.id)) return page
    isShown = true
    return { ...page, results: page.results.map((row) => (row.id === saved.id ? saved : row)) }
  })
  if (!isShown) void queries.invalidateQueries({ queryKey: [of.path] })
}
