import { z } from 'zod'
import type { Address, AddressSuggestion } from '#lib/contract/people.ts'
import { outsideLine } from '#lib/text/outside-line.ts'
import { limitedText } from '../http/limited-text.ts'
import { Refusal } from '../refusals/refusal.ts'

const TIMEOUT_MS = 4_000
const LARGEST_ANSWER_BYTES = 256 * 1024
const MOST_SUGGESTIONS = 10

const LONGEST_LINE = 99
const line = z.string().transform((text) => outsideLine(text, LONGEST_LINE))
const lineOrNone = z
  .string()
  .nullish()
  .transform((text) => outsideLine(text ?? '', LONGEST_LINE))

const Suggestions = z.object({
  suggestions: z.array(z.object({ id: z.string(), address: line })),
})

const Found = z.object({
  line_1: lineOrNone,
  line_2: lineOrNone,
  line_3: lineOrNone,
  town_or_city: lineOrNone,
  county: lineOrNone,
  country: lineOrNone,
  postcode: lineOrNone,
})

/** The getAddress protocol: `{base}/autocomplete/{query}` and `{base}/get/{id}`. */
export function addressService(base: string, key: string): AddressProvider {
  const ask = async <T extends z.ZodType>(
    call: 'autocomplete' | 'get',
    part: string,
    schema: T,
  ): Promise<z.output<T> | null> => {
    // URLs take these for path steps, also when encoded.
    if (part === '.' || part === '..') return null
    try {
      const segment = encodeURIComponent(part)
      const address = new URL(`${base.replace(/\/+$/, '')}/${call}/${segment}`)
      address.searchParams.set('api-key', key)
      // A redirect would hand on the key.
      const response = await fetch(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await limitedText(response, LARGEST_ANSWER_BYTES)
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`the address service answered ${response.status}`)
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new Refusal('unavailable', 'We cannot look up addresses at the moment.', { cause })
    }
  }
  return {
    async suggest(query) {
      const found = await ask('autocomplete', query, Suggestions)
      return (found?.suggestions ?? [])
        .slice(0, MOST_SUGGESTIONS)
        .map(({ id, address }) => ({ id, label: address }))
    },
    async find(id) {
      const found = await ask('get', id, Found)
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

type Suggestion = z.infer<typeof AddressSuggestion>

/** A failure is an `unavailable` Refusal; people can type the address. */
export type AddressProvider = {
  suggest(query: string): Promise<Suggestion[]>
  find(id: string): Promise<Address | null>
}
