import type { Hold } from './booking.types.ts'

export type BookingChange =
  | { type: 'booked.elsewhere'; appointmentId: number; holdToken: string | null }
  | { type: 'viewer.changed'; viewer: string | null }
  | { type: 'viewer.left' }

export const isOfHold = (event: { type: string }, hold: Hold | null) =>
  hold !== null && 'holdToken' in event && event.holdToken === hold.token

export const isOfAnother = (event: { type: string }, viewer: string | null) =>
  'viewer' in event && event.viewer !== viewer
