import type { Booker } from '#machines/booking/guest-booking.machine.ts'
import type { GuestDraft } from './guest-draft.ts'

export function toGuestAnswers(guest: Booker): GuestDraft {
  const { title, first_name, last_name, dob, email, mobile, nhs_number } = guest
  const { address1, address2, city, county, nation, postcode, gp_surgery, reminders } = guest
  const name = { title, first_name, last_name, dob }
  const address = { address1, address2, city, county, nation, postcode }
  return { ...name, email, mobile, ...address, nhs_number, gp_surgery, reminders }
}
