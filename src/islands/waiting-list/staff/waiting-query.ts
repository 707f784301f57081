import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { WaitingListRow } from '#lib/contract/waiting-list.ts'
import { keepShown } from '../../ui/form/at-once.ts'
import { parseListPage, picked } from '../../ui/table/list-address.ts'

export const WAITING_PAGE_SIZE = 20

export const WAITING_FILTERS = ['appointment_type_id', 'site_id', 'offered'] as const

type Named = { id: number; name: string }

export const waitingChoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['waiting-choices'],
    queryFn: async () => {
      const query = { page_size: '500', ordering: 'name' }
      const [types, sites] = await Promise.all([
        api.call('GET public/appointmenttypes/', { query }),
        api.call('GET public/sites/', { query }),
      ])
      return { types: types.results as Named[], sites: sites.results as Named[] }
    },
    staleTime: 60_000,
  })

export const toWaitingChoices = (none: string, named: readonly Named[] | undefined) => [
  { value: '', label: none },
  ...(named ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
]

export function waitingQuery(api: ApiClient, address: URLSearchParams) {
  const query = {
    ...picked(address, [...WAITING_FILTERS, 'page']),
    page_size: String(parseListPage(address, WAITING_PAGE_SIZE).pageSize),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['waiting', query],
    queryFn: ({ signal }): Promise<Page<WaitingListRow>> =>
      api.call('GET admin/clinic/waiting-list/', { query, signal }),
  })
}
