import type { Booker } from '#machines/booking/guest-booking.machine.ts'
import type { GuestField } from './guest-validation.ts'

/**
 * Who an account is about is not changed while booking, or a parent's record would become the
 * child's (docs/decisions/0100). What is missing is asked.
 */
export function fixedAnswers(viewer: string | null, booker: Booker | null): GuestField[] {
  if (viewer === null || !booker) return []
  const isNamed = booker.first_name !== '' && booker.last_name !== ''
  return [
    ...(isNamed ? (['title', 'first_name', 'last_name'] as const) : []),
    ...(booker.dob ? (['dob'] as const) : []),
    'nhs_number',
  ]
}
