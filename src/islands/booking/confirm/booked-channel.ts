import { tabChannel } from '../../identity/tab-channel.ts'

export type Booked = {
  appointmentId: number
  accessToken: string | null
  holdToken: string | null
}

function isBooked(message: unknown): message is Booked {
  const { appointmentId, accessToken, holdToken } = (message ?? {}) as Partial<Booked>
  const isToken = (token: unknown) => token === null || typeof token === 'string'
  return typeof appointmentId === 'number' && isToken(accessToken) && isToken(holdToken)
}

/** Tells other tabs of a booking, so that none goes on with the same time. */
export const bookedChannel = tabChannel('carelane.booked', isBooked)
