import { tabChannel } from '../../identity/tab-channel.ts'

export type Booked = {
  appointmentId: number
  /** What opens it; null for a signed-in person, who needs nothing. */
  accessToken: string | null
  /** Of the hold that it was made from. */
  holdToken: string | null
}

function isBooked(message: unknown): message is Booked {
  const { appointmentId, accessToken, holdToken } = (message ?? {}) as Partial<Booked>
  const isToken = (token: unknown) => token === null || typeof token === 'string'
  return typeof appointmentId === 'number' && isToken(accessToken) && isToken(holdToken)
}

/** Tells other tabs of a booking, so that none goes on with the same time. */
export const bookedChannel = tabChannel('carelane.booked', isBooked)
