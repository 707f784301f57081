import type { z } from 'zod'
import type { ApiClient } from '#lib/api/client.ts'
import type { Address, AddressSuggestion, GpSurgery } from '#lib/contract/people.ts'

const SURGERIES_OFFERED = 10

export type ChosenSurgery = Pick<GpSurgery, 'id' | 'name'>

export type PersonLookups = {
  findAddresses: (
    query: string,
    signal: AbortSignal,
  ) => Promise<z.infer<typeof AddressSuggestion>[]>
  loadAddress: (id: string, signal: AbortSignal) => Promise<Address>
  findSurgeries: (search: string, signal: AbortSignal) => Promise<ChosenSurgery[]>
}

export function personLookups(api: ApiClient): PersonLookups {
  return {
    findAddresses: async (query, signal) => {
      const found = await api.call('GET public/addresses/autocomplete/{query}/', {
        params: { query },
        signal,
      })
      return found.suggestions
    },
    loadAddress: (id, signal) => api.call('GET public/addresses/{id}/', { params: { id }, signal }),
    findSurgeries: async (search, signal) => {
      const query = { search, page_size: SURGERIES_OFFERED }
      return (await api.call('GET public/gpsurgeries/', { query, signal })).results
    },
  }
}
