import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { keepShown } from '../../ui/form/at-once.ts'
import { picked } from '../../ui/table/list-address.ts'
import type { AdminScreen } from './admin-screen.ts'

const filterNames = (of: AnyAdminResource) => ['search', 'ordering', ...Object.keys(of.filters)]

export const exportedQuery = (
  { of, order }: Pick<AdminScreen, 'of' | 'order'>,
  address: URLSearchParams,
) => new URLSearchParams({ ...usual(order), ...picked(address, filterNames(of)) })

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
