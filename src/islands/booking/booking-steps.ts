import type { EventFromLogic } from 'xstate'
import type { Step } from '#machines/booking/booking.types.ts'
import type { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import type { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'

export type Screen =
  | 'starting'
  | 'asking'
  | 'choose'
  | 'lookingUp'
  | 'missing'
  | 'warned'
  | 'details'
  | 'review'
  | 'refused'
  | 'expired'
  | 'signedOut'
  | 'withdrawn'
  | 'booked'

type PlainEvent = Extract<
  EventFromLogic<typeof slotChoiceMachine> | EventFromLogic<typeof checkoutMachine>,
  { type: 'time.changed' | 'details.edited' | 'details.kept' | 'hold.renewed' }
>

/** Lists what leads to a step that the browser's back and forward buttons ask for, best first. */
export const waysToStep: Record<Step, readonly PlainEvent[]> = {
  choose: [{ type: 'time.changed' }],
  details: [{ type: 'details.edited' }, { type: 'hold.renewed' }],
  review: [{ type: 'details.kept' }, { type: 'hold.renewed' }],
}

export const headings: Record<Screen, string | null> = {
  starting: 'Choose a time',
  asking: 'Continue your booking?',
  choose: 'Choose a time',
  lookingUp: null,
  missing: null,
  warned: 'There is another appointment',
  details: 'Your details',
  review: 'Check your answers',
  refused: 'Check your answers',
  expired: 'We are no longer holding your time',
  signedOut: 'You are signed out',
  withdrawn: 'This service cannot be booked at the moment',
  booked: 'Your appointment is booked',
}
