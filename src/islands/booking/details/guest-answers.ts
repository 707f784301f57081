import type { Booker } from '#machines/booking/guest-booking.machine.ts'
import { emptyGuestDraft, type GuestDraft } from './guest-draft.ts'

export function toGuestAnswers(guest: Booker): GuestDraft {
  const { title, first_name, last_name, dob, email, mobile, nhs_number } = guest
  const { address1, address2, city, county, nation, postcode, gp_surgery, reminders } = guest
  const name = { title, first_name, last_name, dob }
  const address = { address1, address2, city, county, nation, postcode }
  return { ...name, email, mobile, ...address, nhs_number, gp_surgery, reminders }
}

/**
 * What somebody typed as a guest before they signed in fills what their record lacks, unless they
 * typed it about a person of another name.
 */
export function completedBy(known: GuestDraft, typed: Partial<GuestDraft> | null): GuestDraft {
  const isSame = (field: 'first_name' | 'last_name') => {
    const text = typed?.[field]?.trim().toLowerCase()
    return !text || text === known[field].trim().toLowerCase()
  }
  if (!typed || !isSame('first_name') || !isSame('last_name')) return known
  const lacking = Object.keys(emptyGuestDraft).filter(
    (field) => !known[field as keyof GuestDraft] && typed[field as keyof GuestDraft],
  )
  return {
    ...known,
    ...Object.fromEntries(lacking.map((field) => [field, typed[field as keyof GuestDraft]])),
  }
}
