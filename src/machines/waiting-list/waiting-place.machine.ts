import { requestMachine } from '../request.ts'

type PlaceAction = 'accept' | 'decline' | 'leave'

type PlaceResult =
  | { kind: 'booked' }
  | { kind: 'declined' }
  | { kind: 'left' }
  | { kind: 'refused'; detail: string }
  | { kind: 'offline' }

/** A patient's place on a waiting list: they take or decline what is offered, or leave. */
export const waitingPlaceMachine = requestMachine<PlaceAction, PlaceResult>('waitingPlace', {
  answers: { booked: 'closed', left: 'closed', declined: 'open', refused: 'open', offline: 'open' },
})
