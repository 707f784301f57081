import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'

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
