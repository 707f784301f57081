import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'

export const OWN_REQUESTS = ['correction-requests']

export const latestRequestQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: OWN_REQUESTS,
    queryFn: async () => {
      const query = { ordering: '-created', page_size: 1 }
      return (await api.call('GET private/correctionrequests/', { query })).results[0] ?? null
    },
  })
