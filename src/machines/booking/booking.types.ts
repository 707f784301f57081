import type { SiteSummary } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { Booker } from './guest-booking.machine.ts'

export type ChosenSlot = {
  appointmentTypeId: number
  start: string
  day: string
  site: SiteSummary
}

export type Hold = {
  id: number
  token: string
  expiresAt: number
  /** Milliseconds it had left when it was answered or restored: no clock can falsify it. */
  lasts: number
}

/** A confirmed booking whose answer is awaited: sent again, it is sent exactly like this. */
export type Attempt = { idempotencyKey: string; notes: string }

export type Step = 'choose' | 'details' | 'review'

type OwnBooking = {
  id: number
  service: string
  start: string
  site: string
  /** It is null for who is signed in. A guest may have booked for somebody else. */
  patient: string | null
}

export type BookingClash = {
  reason: 'sameTime' | 'sameService'
  booking: OwnBooking
  /** False where the server would refuse: who is signed in has two appointments at one time. */
  canContinue: boolean
  isForOthersOnly: boolean
}

export type Notice =
  | { kind: 'slotTaken'; start: string }
  | { kind: 'alreadyBooked'; start: string; appointmentId: number }
  | { kind: 'notBookable'; detail: string }
  | { kind: 'holdFailed' }
  | { kind: 'rateLimited'; waitSeconds: number }

export type ViewedWeek = {
  week: string | null
  day: string | null
  site: string | null
  /** There is a week to choose from, which stays while another is on its way. */
  weekShown: boolean
}

export type Draft = {
  step: Step
  chosen: ChosenSlot
  hold: Hold | null
  attempt: Attempt | null
  acceptedId: StartedCheckout['acceptedId']
}

export type StartedCheckout = {
  attempt: Attempt | null
  guest: Booker | null
  editing: boolean
  /** Id of an appointment beside which the person wants another one. */
  acceptedId: number | null
  refusedFields: FieldErrors
}

export type LeftCheckout = Omit<StartedCheckout, 'attempt' | 'guest'>

export type RestoreDraftInput = { continued: boolean; viewer: string | null }
export type ReleaseHoldInput = { hold: Hold | null; viewer: string | null }

export type RestoreDraftResult =
  | { kind: 'nothing' }
  | { kind: 'continued'; draft: Draft; guest: Booker | null }
  | { kind: 'returned'; draft: Draft; guest: Booker | null }

export type LostSlot =
  | { kind: 'slotTaken' }
  | { kind: 'alreadyBooked'; appointmentId: number }
  | { kind: 'notBookable'; detail: string }

export type HoldSlotResult =
  | { kind: 'held'; hold: Hold }
  | LostSlot
  | { kind: 'rateLimited'; waitSeconds: number }
  | { kind: 'signedOut' }
  | { kind: 'withdrawn' }

/** A definitive answer: the request was acted upon, or certainly not. */
export type BookAppointmentResult =
  | { kind: 'booked'; appointmentId: number }
  | LostSlot
  | { kind: 'refused'; detail: string }
  | { kind: 'detailsRefused'; fields: FieldErrors }
  | { kind: 'notesRefused'; fields: FieldErrors }
  | { kind: 'unsent' }
  | { kind: 'guestUnknown' }
  | { kind: 'signedOut' }
  | { kind: 'withdrawn' }

export type HoldSlotInput = {
  chosen: ChosenSlot | null
  hold: Hold | null
  viewer: string | null
}
