import type { Hold } from './booking.types.ts'

/** What is heard from another tab, or of who is signed in. */
export type BookingChange =
  /** The appointment was made from the hold with this token. */
  | { type: 'booked.elsewhere'; appointmentId: number; holdToken: string | null }
  /** Somebody has signed in, or goes on as a guest. */
  | { type: 'viewer.changed'; viewer: string | null }
  | { type: 'viewer.left' }

export const isOfHold = (event: { type: string }, hold: Hold | null) =>
  hold !== null && 'holdToken' in event && event.holdToken === hold.token

export const isOfAnother = (event: { type: string }, viewer: string | null) =>
  'viewer' in event && event.viewer !== viewer
