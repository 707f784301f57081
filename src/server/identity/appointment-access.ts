import { createHmac } from 'node:crypto'

/**
 * The token of one appointment, which opens nothing else. It follows from the guest's own token, so
 * that a request that is sent again gets the same answer, yet leads nowhere near that token.
 */
export function appointmentToken(guestToken: string, reference: string): string {
  return createHmac('sha256', guestToken).update(`appointment ${reference}`).digest('base64url')
}
