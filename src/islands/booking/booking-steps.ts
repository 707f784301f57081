import type { SnapshotFrom } from 'xstate'
import type { bookingMachine } from '#machines/booking/booking.machine.ts'
import type { BookingEvent, Step } from '#machines/booking/booking.types.ts'

export type BookingSnapshot = SnapshotFrom<typeof bookingMachine>

/** What a person sees; several states may share a screen. */
export type Screen =
  | 'starting'
  | 'asking'
  | 'choose'
  | 'lookingUp'
  | 'warned'
  | 'details'
  | 'review'
  | 'refused'
  | 'expired'
  | 'signedOut'
  | 'withdrawn'
  | 'booked'

/** The screen of a state of the flow. */
export function screenOf(snapshot: BookingSnapshot): Screen {
  if (snapshot.matches('resuming')) return 'starting'
  if (snapshot.matches('askingToContinue') || snapshot.matches('checkingHold')) return 'asking'
  if (snapshot.matches('holdExpired')) return 'expired'
  if (snapshot.matches('holdingSlot')) return snapshot.context.holdOver ? 'expired' : 'choose'
  if (snapshot.matches('signedOut')) return 'signedOut'
  if (snapshot.matches('withdrawn')) return 'withdrawn'
  if (snapshot.matches('booked')) return 'booked'
  if (snapshot.matches({ held: 'identifying' })) return identifyingScreen(snapshot)
  if (snapshot.matches({ held: 'comparing' })) return 'lookingUp'
  if (snapshot.matches({ held: 'warned' })) return 'warned'
  if (snapshot.matches({ held: 'refused' })) return 'refused'
  if (snapshot.matches('held')) return 'review'
  return 'choose'
}

function identifyingScreen({ context, children }: BookingSnapshot): Screen {
  // Known details are changed in a dialog above the review.
  if (context.editedQuestion !== null && context.guest) return 'review'
  return children.guestBooking?.getSnapshot().matches('checkingGuest') ? 'lookingUp' : 'details'
}

/** The step that the browser's history and the draft name; null while in between. */
export function stepOf(snapshot: BookingSnapshot): Step | 'booked' | null {
  const screen = screenOf(snapshot)
  if (screen === 'booked') return 'booked'
  if (snapshot.matches({ held: 'identifying' })) return screen === 'lookingUp' ? null : 'details'
  if (screen === 'warned') return 'details'
  if (screen === 'review' || screen === 'refused') return 'review'
  return snapshot.matches('choosing') ? 'choose' : null
}

type PlainEvent = Extract<
  BookingEvent,
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
export function spokenStatus(snapshot: BookingSnapshot): string {
  if (snapshot.matches('checkingHold')) return 'Checking your time'
  if (snapshot.matches('holdingSlot')) return 'Holding this time for you'
  if (snapshot.matches({ held: 'confirming' })) return 'Booking your appointment'
  if (snapshot.matches('releasing')) return 'Releasing your time'
  return ''
}
