import type { SnapshotFrom } from 'xstate'
import type { Step } from '#machines/booking/booking.types.ts'
import type { CheckoutEvent } from '#machines/booking/checkout.machine.ts'
import type { SlotChoiceEvent, slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'

export type SlotChoiceSnapshot = SnapshotFrom<typeof slotChoiceMachine>
type CheckoutSnapshot = ReturnType<
  NonNullable<SlotChoiceSnapshot['children']['checkout']>['getSnapshot']
>

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

const screens: Record<Exclude<SlotChoiceSnapshot['value'], 'checkingOut'>, Screen> = {
  resuming: 'starting',
  askingToContinue: 'asking',
  checkingHold: 'asking',
  continuing: 'starting',
  choosing: 'choose',
  holdingSlot: 'choose',
  releasing: 'choose',
  fetchingCheckout: 'lookingUp',
  checkoutMissing: 'missing',
  holdExpired: 'expired',
  renewingHold: 'expired',
  signedOut: 'signedOut',
  withdrawn: 'withdrawn',
  booked: 'booked',
}

export function screenOf({ value, children }: SlotChoiceSnapshot): Screen {
  const checkout = children.checkout?.getSnapshot()
  if (value !== 'checkingOut') return screens[value]
  if (!checkout || checkout.matches({ open: 'comparing' })) return 'lookingUp'
  if (checkout.matches({ open: 'warned' })) return 'warned'
  if (checkout.matches({ open: 'identifying' })) return identifyingScreen(checkout)
  return checkout.matches({ open: 'refused' }) ? 'refused' : 'review'
}

function identifyingScreen({ context, children }: CheckoutSnapshot): Screen {
  // Known details are changed in a dialog above the review.
  if (context.editedQuestion !== null && context.guest) return 'review'
  return children.guestBooking?.getSnapshot().matches('checkingGuest') ? 'lookingUp' : 'details'
}

export function stepOf(
  { value, children }: SlotChoiceSnapshot,
  screen: Screen,
): Step | 'booked' | null {
  if (screen === 'booked') return 'booked'
  const checkout = children.checkout?.getSnapshot()
  if (checkout?.matches({ open: 'identifying' })) return screen === 'lookingUp' ? null : 'details'
  if (screen === 'warned') return 'details'
  if (screen === 'review' || screen === 'refused') return 'review'
  return value === 'choosing' ? 'choose' : null
}

export function draftStep({ value, children }: SlotChoiceSnapshot): Step {
  if (value === 'choosing') return 'choose'
  const checkout = children.checkout?.getSnapshot()
  const isReviewed =
    checkout?.matches('confirming') ||
    checkout?.matches({ open: 'reviewing' }) ||
    checkout?.matches({ open: 'refused' })
  return isReviewed ? 'review' : 'details'
}

type PlainEvent = Extract<
  SlotChoiceEvent | CheckoutEvent,
  { type: 'time.changed' | 'details.edited' | 'details.kept' | 'hold.renewed' }
>

/** What leads to a step that the browser's back and forward buttons ask for, best first. */
export const waysToStep: Record<Step, readonly PlainEvent[]> = {
  choose: [{ type: 'time.changed' }],
  details: [{ type: 'details.edited' }, { type: 'hold.renewed' }],
  review: [{ type: 'details.kept' }, { type: 'hold.renewed' }],
}

/** The heading of each screen; null keeps the one before. */
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

/** What is under way, said politely to those who do not see it. */
export function spokenStatus({ value, children }: SlotChoiceSnapshot): string {
  if (value === 'checkingHold') return 'Checking your time'
  if (value === 'holdingSlot' || value === 'renewingHold') return 'Holding this time for you'
  if (value === 'releasing') return 'Releasing your time'
  const isConfirming = children.checkout?.getSnapshot().matches('confirming')
  return isConfirming ? 'Booking your appointment' : ''
}
