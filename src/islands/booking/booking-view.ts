import type { ContextFrom, InputFrom, SnapshotFrom } from 'xstate'
import type { Step, ViewedWeek } from '#machines/booking/booking.types.ts'
import type { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import type { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import type { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import type { Screen } from './booking-steps.ts'

type SlotChoiceSnapshot = SnapshotFrom<typeof slotChoiceMachine>
type CheckoutSnapshot = ReturnType<
  NonNullable<SlotChoiceSnapshot['children']['checkout']>['getSnapshot']
>

type CheckoutData = ContextFrom<typeof checkoutMachine> & {
  isReviewing: boolean
  isConfirming: boolean
  isOffline: boolean
  isExtending: boolean
  isNotExtended: boolean
  form: (InputFrom<typeof guestBookingMachine> & { state: string; waitSeconds: number }) | null
  submission: { state: string; wasLost: boolean; waitSeconds: number } | null
}

export type ShownBooking = Omit<ContextFrom<typeof slotChoiceMachine>, 'viewed'> &
  ViewedWeek & {
    weekStatus: 'loading' | 'ready' | 'failed'
    isHolding: boolean
    checkout: CheckoutData | null
  }

export function bookingView(snapshot: SlotChoiceSnapshot) {
  const { value, children } = snapshot
  const checkout = children.checkout?.getSnapshot()
  const screen = findScreen(value, checkout)
  return {
    screen,
    step: findStep(value, screen, checkout),
    draftStep: findDraftStep(value, checkout),
    status: checkout?.matches('confirming') ? 'Booking your appointment' : (statuses[value] ?? ''),
    data: findData(snapshot, checkout),
  }
}

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

const statuses: Partial<Record<SlotChoiceSnapshot['value'], string>> = {
  checkingHold: 'Checking your time',
  holdingSlot: 'Holding this time for you',
  renewingHold: 'Holding this time for you',
  releasing: 'Releasing your time',
}

const weekStatuses = {
  loadingWeek: 'loading',
  weekFailed: 'failed',
  choosingSlot: 'ready',
  slotChosen: 'ready',
  withdrawn: 'loading',
} as const

type Value = SlotChoiceSnapshot['value']

function findScreen(value: Value, checkout: CheckoutSnapshot | undefined): Screen {
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

function findStep(
  value: Value,
  screen: Screen,
  checkout: CheckoutSnapshot | undefined,
): Step | 'booked' | null {
  if (screen === 'booked') return 'booked'
  if (checkout?.matches({ open: 'identifying' })) return screen === 'lookingUp' ? null : 'details'
  if (screen === 'warned') return 'details'
  if (screen === 'review' || screen === 'refused') return 'review'
  return value === 'choosing' ? 'choose' : null
}

function findDraftStep(value: Value, checkout: CheckoutSnapshot | undefined): Step {
  if (value === 'choosing') return 'choose'
  const isReviewed =
    checkout?.matches('confirming') ||
    checkout?.matches({ open: 'reviewing' }) ||
    checkout?.matches({ open: 'refused' })
  return isReviewed ? 'review' : 'details'
}

function findData(
  { value, context, children }: SlotChoiceSnapshot,
  checkout: CheckoutSnapshot | undefined,
): ShownBooking {
  const { viewed, ...rest } = context
  const week = children.weekChoice?.getSnapshot()
  const isHolding = ['holdingSlot', 'checkingHold', 'renewingHold'].includes(value)
  return {
    ...rest,
    ...viewed,
    weekStatus: week ? weekStatuses[week.value] : isHolding ? 'ready' : 'loading',
    isHolding,
    checkout: checkout ? findCheckoutData(checkout) : null,
  }
}

function findCheckoutData(checkout: CheckoutSnapshot): CheckoutData {
  const { guestBooking, bookingSubmission, holdRenewal } = checkout.children
  const form = guestBooking?.getSnapshot()
  const submission = bookingSubmission?.getSnapshot()
  const renewal = holdRenewal?.getSnapshot()
  return {
    ...checkout.context,
    isReviewing: checkout.matches({ open: 'reviewing' }),
    isConfirming: checkout.matches('confirming'),
    isOffline: checkout.matches({ open: { reviewing: 'offline' } }),
    isExtending: renewal?.matches({ counting: 'extending' }) ?? false,
    isNotExtended: renewal?.matches({ counting: 'notExtended' }) ?? false,
    form: form ? { ...form.context, state: form.value } : null,
    submission: submission ? { ...submission.context, state: submission.value } : null,
  }
}
