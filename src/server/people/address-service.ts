import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import type { AddressProvider } from './address-provider.ts'

const TIMEOUT_MS = 4_000

const Suggestions = z.object({
  suggestions: z.array(z.object({ id: z.string(), address: z.string() })),
})

const Found = z.object({
  line_1: z.string().default(''),
  line_2: z.string().default(''),
  line_3: z.string().default(''),
  town_or_city: z.string().default(''),
  county: z.string().default(''),
  country: z.string().default(''),
  postcode: z.string().default(''),
})

/**
 * Addresses from a UK address service that speaks the getAddress protocol:
 * `{base}/autocomplete/{query}` and `{base}/get/{id}`, with `api-key` in the query.
 */
export function addressService(base: string, key: string): AddressProvider {
  const ask = async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T> | null> => {
    const address = new URL(`${base.replace(/\/+$/, '')}/${path}`)
    address.searchParams.set('api-key', key)
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`the address service answered ${response.status}`)
      return schema.parse(await response.json())
    } catch (cause) {
      throw new Refusal('unavailable', 'Addresses cannot be looked up at present.', { cause })
    }
  }
  return {
    async suggest(query) {
      const found = await ask(`autocomplete/${encodeURIComponent(query)}`, Suggestions)
      return (found?.suggestions ?? []).map(({ id, address }) => ({ id, label: address }))
    },
    async find(id) {
      const found = await ask(`get/${encodeURIComponent(id)}`, Found)
      if (!found) return null
      return {
        id,
        address1: found.line_1,
        address2: [found.line_2, found.line_3].filter(Boolean).join(', '),
        city: found.town_or_city,
        county: found.county,
        nation: found.country,
        postcode: found.postcode,
      }
    },
  }
}
