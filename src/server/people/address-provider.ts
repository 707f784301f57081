import type { z } from 'zod'
import type { Address, AddressSuggestion } from '#lib/contract/people.ts'

type Suggestion = z.infer<typeof AddressSuggestion>

/** A failure is an `unavailable` Refusal; people can type the address. */
export type AddressProvider = {
  suggest(query: string): Promise<Suggestion[]>
  find(id: string): Promise<Address | null>
}
