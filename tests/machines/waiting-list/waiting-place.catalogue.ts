import type { waitingPlaceMachine } from '#machines/waiting-list/waiting-place.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

export const waitingPlaceCatalogue = requestCatalogue<typeof waitingPlaceMachine>(
  ['accept', 'decline', 'leave'],
  {
    booked: [{ kind: 'booked' }],
    declined: [{ kind: 'declined' }],
    left: [{ kind: 'left' }],
    refused: [{ kind: 'refused', detail: 'This time is no longer kept for you.' }],
    offline: [{ kind: 'offline' }],
  },
)
