import type { z } from 'zod'
import type { Address, AddressSuggestion } from '#lib/contract/people.ts'

type Suggestion = z.infer<typeof AddressSuggestion>

/** Looks up postal addresses. A failure is an `unavailable` Refusal; people can always type by hand. */
export type AddressProvider = {
  /** Addresses matching what was typed so far, best first, at most ten. */
  suggest(query: string): Promise<Suggestion[]>
  /** The address of a suggestion, or null when there is none with that id. */
  find(id: string): Promise<Address | null>
}
