import { createHmac } from 'node:crypto'

/**
 * Opens one appointment. Derived from the guest's token, so that a repeated request gets the same
 * answer; it does not reveal that token.
 */
export function appointmentToken(guestToken: string, reference: string): string {
  return createHmac('sha256', guestToken).update(`appointment ${reference}`).digest('base64url')
}
