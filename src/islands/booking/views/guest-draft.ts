import type { z } from 'zod'
import type { Address, AddressSuggestion, GpSurgery, GuestUserWrite } from '#lib/contract/people.ts'

type ChosenSurgery = Pick<GpSurgery, 'id' | 'name'>

/** What a guest typed so far, kept as typed: a date of birth may be half there ("1984-3-"). */
export type GuestDraft = {
  title: string
  first_name: string
  last_name: string
  dob: string
  email: string
  mobile: string
  address1: string
  address2: string
  city: string
  county: string
  nation: string
  postcode: string
  nhs_number: string
  gp_surgery: ChosenSurgery | null
}

/** A form that holds: what goes to the API, and the draft it came from. */
export type GuestSubmission = { guest: GuestUserWrite; draft: GuestDraft }

/** Look-ups of the guest form. Each may fail or be slow: typing goes on by hand. */
export type GuestFormLookups = {
  findAddresses: (
    query: string,
    signal: AbortSignal,
  ) => Promise<z.infer<typeof AddressSuggestion>[]>
  loadAddress: (id: string, signal: AbortSignal) => Promise<Address>
  findSurgeries: (search: string, signal: AbortSignal) => Promise<ChosenSurgery[]>
}

export const emptyGuestDraft: GuestDraft = {
  title: '',
  first_name: '',
  last_name: '',
  dob: '',
  email: '',
  mobile: '',
  address1: '',
  address2: '',
  city: '',
  county: '',
  nation: '',
  postcode: '',
  nhs_number: '',
  gp_surgery: null,
}
