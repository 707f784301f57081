/**
 * What the views of the booking and manage islands take. Views are pure: what they show comes in,
 * what a person does goes out, and data they look up comes through the functions handed in.
 * Instants are ISO 8601, dates `YYYY-MM-DD`, `timeZone` is the clinic's.
 */
import type { ReactNode } from 'react'
import type { Appointment, SiteSummary, Slot, WeeklyAvailability } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { BookingClash } from '#machines/booking/booking.types.ts'
import type { PersonLookups } from '../people/person/lookups.ts'
import type { GuestDraft, GuestSubmission } from './details/guest-draft.ts'
import type { GuestField } from './details/guest-validation.ts'

export type SlotPickerProps = {
  timeZone: string
  /** The clinic's date now. */
  today: string
  /** Any date of the week that was asked for; the shown week follows once it has arrived. */
  requestedWeek: string
  /** The last week that arrived; stays while another one loads. Null before the first. */
  week: WeeklyAvailability | null
  /** About the wanted week. */
  status: 'loading' | 'ready' | 'failed'
  /** The chosen day; null leaves the choice to the picker: the week's first day with a time. */
  day: string | null
  /** Slug of the only site to show; null for every site. */
  site: string | null
  /** The slot that is being held just now. */
  pendingSlot?: Pick<Slot, 'start'> & { site: Pick<SiteSummary, 'id'> }
  /** Any date of the week wanted, and the day to choose in it where one is meant. */
  onWeekChosen: (date: string, day: string | null) => void
  onDaySelected: (date: string) => void
  onSiteSelected: (slug: string | null) => void
  onSlotSelected: (slot: Slot) => void
  onRetry: () => void
}

export type HoldCountdownProps = {
  start: string
  /** Where it is, in one line. */
  place: string
  timeZone: string
  /** Epoch milliseconds by the same clock as `now`. */
  expiresAt: number
  now?: () => number
  /** Called once, when the time is up. */
  onExpired?: () => void
  /** Offered shortly before the end. */
  onExtend: () => void
  isExtending: boolean
  /** It was asked for and could not be had. */
  isNotExtended: boolean
}

export type GuestFormProps = PersonLookups & {
  /** What is known or was typed before; the rest is empty. */
  initialValues?: Partial<GuestDraft>
  /** They are those of the last booking, which may have been for somebody else. */
  isFromLastBooking?: boolean
  /** What is typed so far, half a second after the last key, and when the form goes away. */
  onDraftChange?: (draft: GuestDraft) => void
  onSubmit: (guest: GuestSubmission) => void
  pending: boolean
  /** The answer to a refused submission, by field. */
  serverErrors?: FieldErrors
  submitLabel?: string
  /** The question that takes the focus. */
  begin?: GuestField
  /** Shown above the questions: the countdown of the hold. */
  children?: ReactNode
  /** Beside the button: why the form was not sent. */
  alert?: ReactNode
}

export type GuestUserDialogProps = GuestFormProps & {
  open: boolean
  /** Also by Escape; not called while `pending`. */
  onClose: () => void
}

/** What is being booked, as every step repeats it. `duration` is in minutes. */
type ChosenSlot = {
  service: string
  duration: number
  start: string
  /** The name of the site, and its address where it is known, line by line. */
  place: readonly string[]
}

export type ReviewBookingProps = {
  slot: ChosenSlot
  timeZone: string
  guest: GuestDraft
  /** The service's "before you come"; empty when there is nothing to know. */
  prebookingInfo: string
  notes: string
  onNotesChange: (notes: string) => void
  onChangeSlot: () => void
  onChangeGuest: (question: GuestField) => void
  onConfirm: () => void
  pending: boolean
  /** Messages about `notes` from a refused submission. */
  serverErrors?: FieldErrors
  /** Shown above the list: the countdown of the hold. */
  children?: ReactNode
  /** Beside the button: why the booking was not sent. */
  alert?: ReactNode
}

/** Where an appointment's calendar file is, and what opens it. */
export type CalendarAddress = { href: string; headers: Readonly<Record<string, string>> }

export type BookingConfirmationProps = {
  appointment: Appointment
  timeZone: string
  calendar: CalendarAddress
  /** Absolute address at which the appointment is found and cancelled again. */
  manageUrl: string
  /** Whoever has the link can open it; otherwise only the person, signed in. */
  isOpenToAll: boolean
  /** Where another appointment is booked: the services. */
  bookAgainHref: string
}

export type AppointmentSummaryProps = {
  appointment: Appointment
  timeZone: string
}

export type CancelAppointmentProps = {
  appointment: Appointment
  timeZone: string
  pending: boolean
  pendingLabel?: string
  /** The reason as it was given before. */
  initialNotes?: string
  /** What is typed so far, at every key. */
  onNotesTyped?: (notes: string) => void
  serverErrors?: FieldErrors
  onConfirm: (notes: string) => void
  onKeep: () => void
  /** Beside the buttons: why it was not cancelled. */
  alert?: ReactNode
}

export type SlotTakenNoticeProps = {
  start: string
  timeZone: string
  /** The person has begun to fill in the form. */
  isEntered: boolean
  onChooseAnother: () => void
}

export type AlreadyBookedNoticeProps = Omit<SlotTakenNoticeProps, 'isEntered'> & {
  appointmentId: number
}

export type ClashNoticeProps = {
  clash: BookingClash
  timeZone: string
  onContinue: () => void
  /** A guest books for another patient. */
  onForOther: () => void
  onChooseAnother: () => void
}

export type HoldExpiredNoticeProps = {
  start: string
  timeZone: string
  /** The person has begun to fill in the form. */
  isEntered: boolean
  pending: boolean
  onHoldAgain: () => void
  onChooseAnother: () => void
}

export type ConnectionLostNoticeProps = {
  pending: boolean
  /** The same request is sent by itself when the connection is back. */
  isSentAgain: boolean
  onRetry: () => void
}

export type SignedOutNoticeProps = { signInHref: string; onGuest: () => void }

export type RefusedNoticeProps = {
  /** What could not be done. */
  heading: string
  /** The server's sentence for people. */
  reason: string
  /** The way forward: try again, choose another time. */
  actions: readonly { label: string; onSelect: () => void; pending?: boolean }[]
}

export type ResumeNoticeProps = {
  slot: ChosenSlot
  timeZone: string
  /** It was confirmed, and no answer came: starting again could book twice. */
  mayBeBooked: boolean
  /** Whether the time is still held is being found out. */
  pending: boolean
  /** Why that could not be found out. */
  problem: string | null
  onContinue: () => void
  onStartAgain: () => void
}
