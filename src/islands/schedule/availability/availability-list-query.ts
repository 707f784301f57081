import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { asPage, type Page } from '#lib/api/page.ts'
import type { Availability } from '#lib/contract/availabilities.ts'

/** The API's own, said in no address. */
const DEFAULT_PAGE_SIZE = 50

/** Whole positive numbers; of anything else, what goes without saying. */
export function pageOf(query: URLSearchParams): { page: number; pageSize: number } {
  const number = (name: string, otherwise: number) => {
    const value = Number(query.get(name) ?? otherwise)
    return Number.isInteger(value) && value > 0 ? value : otherwise
  }
  return { page: number('page', 1), pageSize: number('page_size', DEFAULT_PAGE_SIZE) }
}

const ASKED = ['staff_id', 'search', 'ordering', 'page', 'page_size']

/** The availabilities that an address asks for; those that are over only where it says so. */
export function availabilitiesQuery(
  api: ApiClient,
  address: URLSearchParams,
  today: string | undefined,
) {
  const given = ASKED.map((name) => [name, address.get(name) ?? ''])
  const query = {
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
    ...(address.get('over') !== 'yes' && today !== undefined && { from: today }),
  }
  return queryOptions({
    queryKey: ['availabilities', query],
    enabled: today !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
    queryFn: async ({ signal }): Promise<Page<Availability>> =>
      asPage<Availability>(await api.call('GET admin/availabilities/', { query, signal })),
  })
}
