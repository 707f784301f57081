import { isKind, ofKind } from './actor-result.ts'
import type { BookAppointmentResult, HoldSlotResult } from './booking.types.ts'

/*
 * Transitions that several states of the booking machine have.
 */

/** The chosen time cannot be had after all, as holding or booking it showed. */
export const slotLost = {
  guard: isKind('slotTaken', 'notBookable'),
  target: '#booking.choosing.slotTaken',
  actions: {
    type: 'loseSlot',
    params: ({ event }: { event: { output: HoldSlotResult | BookAppointmentResult } }) =>
      ofKind(event, 'slotTaken', 'notBookable'),
  },
} as const

/** Another person than the booking was begun as; what may be theirs too is taken along. */
export const viewerNews = {
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
