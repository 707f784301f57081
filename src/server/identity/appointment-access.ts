import { createHmac } from 'node:crypto'

/** Derived from the guest's token, so that a repeated request gets the same; it reveals nothing. */
export function appointmentToken(guestToken: string, reference: string): string {
  return createHmac('sha256', guestToken).update(`appointment ${reference}`).digest('base64url')
}
