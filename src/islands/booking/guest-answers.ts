import type { KnownGuest } from '#machines/guest-booking.machine.ts'
import type { GuestDraft } from './views/guest-draft.ts'

/** What is known of a guest, as the guest form and the review show it. */
export function answersOf(guest: KnownGuest): GuestDraft {
  const { title, first_name, last_name, dob, email, mobile, nhs_number } = guest
  const { address1, address2, city, county, nation, postcode, gp_surgery } = guest
  const name = { title, first_name, last_name, dob }
  const address = { address1, address2, city, county, nation, postcode }
  return { ...name, email, mobile, ...address, nhs_number, gp_surgery }
}
