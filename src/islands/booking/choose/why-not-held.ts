import type { Notice } from '#machines/booking/booking.types.ts'

/** Why a time could not be held although another try may help; null for other notices. */
export function whyNotHeld(notice: Notice | null): string | null {
  if (notice?.kind === 'rateLimited')
    return `We are very busy at the moment. Wait ${notice.waitSeconds} seconds, then try again.`
  return notice?.kind === 'holdFailed'
    ? 'We could not reach the service to hold this time for you. Check your connection.'
    : null
}
