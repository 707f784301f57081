import { isKind, ofKind } from '../actor-result.ts'
import type { BookAppointmentResult, BookingEvent, HoldSlotResult } from './booking.types.ts'

/*
 * Transitions that several states of the booking machine have.
 */

/** The chosen time cannot be had after all, as holding or booking it showed. */
export const slotLost = {
  guard: isKind('slotTaken', 'alreadyBooked', 'notBookable'),
  target: '#booking.choosing.slotTaken',
  actions: {
    type: 'loseSlot',
    params: ({ event }: { event: { output: HoldSlotResult | BookAppointmentResult } }) =>
      ofKind(event, 'slotTaken', 'alreadyBooked', 'notBookable'),
  },
} as const

type BookedElsewhere = Extract<BookingEvent, { type: 'booked.elsewhere' }>

/**
 * What is heard from elsewhere: another person than the booking was begun as, of whom what may be
 * theirs too is taken along; or the held time has been booked in another tab.
 */
export const news = {
  'booked.elsewhere': {
    guard: { type: 'isOwnHold', params: ({ event }: { event: BookedElsewhere }) => event },
    target: '#booking.choosing.slotTaken',
    actions: [
      {
        type: 'loseSlot',
        params: ({ event: { appointmentId } }: { event: BookedElsewhere }) => ({
          kind: 'alreadyBooked' as const,
          appointmentId,
        }),
      },
      'dropHold',
    ],
  },
  'viewer.changed': {
    guard: {
      type: 'isAnother',
      params: ({ event }: { event: { viewer: string | null } }) => event,
    },
    target: '#booking.resuming',
    actions: {
      type: 'becomeViewer',
      params: ({ event }: { event: { viewer: string | null } }) => event,
    },
  },
  'viewer.left': { guard: 'isSignedIn', target: '#booking.signedOut' },
} as const

/** Nobody books as somebody whom the server does not know to be there. */
export const signedOut = { guard: isKind('signedOut'), target: '#booking.signedOut' } as const
