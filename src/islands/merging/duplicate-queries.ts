import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { DuplicateGroup, Merge, SeparatedPair } from '#lib/contract/merging.ts'
import { atOnce, keepShown } from '../ui/form/at-once.ts'
import { parseListPage, picked } from '../ui/table/list-address.ts'

export const DUPLICATES_PAGE_SIZE = 20
const LATEST_MERGES = 20
/** Somebody else's search reports its progress to them alone, so ours is asked for. */
const ASK_AGAIN_MS = 2_000

export function groupsQuery(api: ApiClient, address: URLSearchParams) {
  const query = {
    ...picked(address, ['page']),
    page_size: String(parseListPage(address, DUPLICATES_PAGE_SIZE).pageSize),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['duplicates', 'groups', query],
    queryFn: ({ signal }): Promise<Page<DuplicateGroup>> =>
      api.call('GET admin/potential-duplicate-users/', { query, signal }),
  })
}

export const mergesQuery = (api: ApiClient) =>
  queryOptions({
    ...keepShown,
    queryKey: ['duplicates', 'merges'],
    queryFn: async ({ signal }): Promise<Page<Merge>> => {
      const query = { page_size: LATEST_MERGES }
      const key = 'GET admin/potential-duplicate-users/merges/'
      return await api.call(key, { query, signal })
    },
  })

export const SEPARATED_PAGE = 10

export const separatedQuery = (api: ApiClient, page: number) =>
  queryOptions({
    ...keepShown,
    queryKey: ['duplicates', 'not the same', page],
    queryFn: async ({ signal }): Promise<Page<SeparatedPair>> => {
      const query = { page, page_size: SEPARATED_PAGE }
      const key = 'GET admin/potential-duplicate-users/not-the-same/'
      return await api.call(key, { query, signal })
    },
  })

export const searchQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['duplicate-search'],
    queryFn: ({ signal }) => api.call('GET admin/potential-duplicate-users/search/', { signal }),
    refetchInterval: ({ state }) => (state.data?.is_running ? ASK_AGAIN_MS : false),
  })
