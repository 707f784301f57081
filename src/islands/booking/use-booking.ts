import { createContext, useContext } from 'react'
import type { EventFromLogic } from 'xstate'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { bookingSubmissionMachine } from '#machines/booking/booking-submission.machine.ts'
import type { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import type { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import type { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import type { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import type { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import type { BookingDeps } from './booking-deps.ts'
import type { BookingDraft, DraftEvent } from './booking-draft.ts'
import type { Screen } from './booking-steps.ts'
import type { ShownBooking } from './booking-view.ts'
import type { SiteAddresses } from './format-slot-place.ts'

export type BookingEvent =
  | EventFromLogic<typeof weekChoiceMachine>
  | EventFromLogic<typeof slotChoiceMachine>
  | EventFromLogic<typeof checkoutMachine>
  | EventFromLogic<typeof guestBookingMachine>
  | EventFromLogic<typeof bookingSubmissionMachine>
  | EventFromLogic<typeof holdRenewalMachine>
  | Extract<DraftEvent, { type: 'draft.changed' | 'details.typed' }>

export type BookingData = ShownBooking & { draft: BookingDraft }

export type OpenBooking = {
  screen: Screen
  data: BookingData
  can: (event: BookingEvent) => boolean
  send: (event: BookingEvent) => void
}

type BookingPage = {
  deps: BookingDeps
  settings: PublicSettings
  service: { name: string; duration: number }
  prebookingInfo: string
  /** In words, as "Free on the NHS, or £18"; empty for none. */
  price: string | undefined
  addresses: SiteAddresses
  viewer: string | null
}

export const BookingContext = createContext<(OpenBooking & { page: BookingPage }) | null>(null)

export function useBooking() {
  const booking = useContext(BookingContext)
  if (!booking) throw new Error('There is no booking around this')
  return booking
}
