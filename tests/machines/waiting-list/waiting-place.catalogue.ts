import type {
  PlaceResult,
  WaitingPlaceEvent,
} from '#machines/waiting-list/waiting-place.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const waitingPlaceCatalogue = {
  events: {
    'place.answered': [
      { type: 'place.answered', action: 'accept' },
      { type: 'place.answered', action: 'decline' },
      { type: 'place.answered', action: 'leave' },
    ],
  },
  results: {
    sendAnswer: {
      booked: [{ kind: 'booked' }],
      declined: [{ kind: 'declined' }],
      left: [{ kind: 'left' }],
      refused: [{ kind: 'refused', detail: 'This time is no longer kept for you.' }],
      unsent: [{ kind: 'unsent' }],
    },
  },
  delays: {},
} satisfies Catalogue<WaitingPlaceEvent, { sendAnswer: PlaceResult }>
