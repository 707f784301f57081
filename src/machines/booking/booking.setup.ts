import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { providedActor } from '../provided-actor.ts'
import type {
  BookingClash,
  BookingContext,
  BookingEvent,
  BookingInput,
  ChosenSlot,
  Draft,
  FindClashInput,
  FindClashResult,
  Hold,
  HoldSlotInput,
  HoldSlotResult,
  LoadWeekInput,
  LoadWeekResult,
  Notice,
  ReleaseHoldInput,
  RestoreDraftInput,
  RestoreDraftResult,
} from './booking.types.ts'
import { bookingSubmissionMachine } from './booking-submission.machine.ts'
import { type Booker, guestBookingMachine } from './guest-booking.machine.ts'
import { holdKeepingMachine } from './hold-keeping.machine.ts'

type LostSlot =
  | { kind: 'slotTaken' }
  | { kind: 'alreadyBooked'; appointmentId: number }
  | { kind: 'notBookable'; detail: string }

/** A booking of which nothing is chosen or entered yet. */
export const emptyBooking = {
  chosen: null,
  hold: null,
  holdOver: false,
  step: 'choose',
  continued: false,
  guest: null,
  editing: false,
  editedQuestion: null,
  refusedFields: {},
  attempt: null,
  notice: null,
  clash: null,
  acceptedId: null,
  refusal: null,
  appointmentId: null,
} as const satisfies Omit<BookingContext, keyof BookingInput | 'weekShown'>

/** What the booking machine is made of: its actors are handed in by the island. */
export const bookingSetup = setup({
  types: {
    context: {} as BookingContext,
    events: {} as BookingEvent,
    input: {} as BookingInput,
    children: {} as {
      holdKeeping: 'holdKeeping'
      guestBooking: 'guestBooking'
      bookingSubmission: 'bookingSubmission'
    },
  },
  actors: {
    restoreDraft: providedActor<RestoreDraftResult, RestoreDraftInput>(),
    loadWeek: providedActor<LoadWeekResult, LoadWeekInput>(),
    holdSlot: providedActor<HoldSlotResult, HoldSlotInput>(),
    releaseHold: providedActor<void, ReleaseHoldInput>(),
    findClash: providedActor<FindClashResult, FindClashInput>(),
    holdKeeping: holdKeepingMachine,
    guestBooking: guestBookingMachine,
    bookingSubmission: bookingSubmissionMachine,
  },
  actions: {
    takeUpDraft: assign(({ context }, params: { draft: Draft; guest: Booker | null }) => {
      const { step, chosen, hold, attempt } = params.draft
      // The same request can be sent again only by the same guest.
      const resend = attempt && params.guest ? { attempt, guest: params.guest } : null
      return {
        week: context.week ?? chosen.day,
        step,
        chosen,
        hold,
        attempt: resend?.attempt ?? null,
        guest: resend?.guest ?? null,
      }
    }),
    /** What the question was about is read again: time has passed since. */
    noteContinued: assign({ ...emptyBooking, continued: true }),
    startAfresh: assign(emptyBooking),
    forgetAllButHold: assign(({ context: { hold } }) => ({ ...emptyBooking, hold })),
    /** What was chosen and typed is read again, as far as it is the other's too. */
    becomeViewer: assign((_, params: { viewer: string | null }) => ({
      ...emptyBooking,
      continued: true,
      viewer: params.viewer,
    })),
    /** Handed in by the island: the draft and the guest of this session go. */
    forgetEntered: () => undefined,
    showWeek: assign((_, params: { week: string; day: string | null }) => ({
      week: params.week,
      day: params.day,
    })),
    noteWeekShown: assign({ weekShown: true }),
    showSite: assign({ site: (_, params: { site: string | null }) => params.site }),
    showDay: assign({ day: (_, params: { day: string }) => params.day }),
    chooseSlot: assign({
      chosen: (_, params: { slot: ChosenSlot }) => params.slot,
      notice: null,
    }),
    loseSlot: assign(({ context }, params: LostSlot) => ({
      chosen: null,
      notice:
        params.kind === 'notBookable' ? params : { ...params, start: context.chosen?.start ?? '' },
    })),
    /** The hold became an appointment: nothing is held, and no answer is awaited. */
    dropHold: assign({ hold: null, attempt: null, guest: null }),
    keepClash: assign({ clash: (_, params: { clash: BookingClash }) => params.clash }),
    acceptClash: assign(({ context }) => ({
      acceptedId: context.clash?.booking.id ?? null,
      clash: null,
    })),
    showNotice: assign({ notice: (_, params: Notice) => params }),
    dismissNotice: assign({ notice: null }),
    keepHold: assign({ hold: (_, params: { hold: Hold }) => params.hold }),
    /** An extended hold is another one. */
    followHold: assign({
      hold: ({ context }, params: { context?: { hold: Hold | null } }) =>
        params.context?.hold ?? context.hold,
    }),
    startHold: assign({ holdOver: false, notice: null, clash: null, refusedFields: {} }),
    startChoosing: assign({ holdOver: false }),
    noteHoldOver: assign({ holdOver: true }),
    recogniseGuest: assign({
      guest: (_, params: { guest: Booker | null }) => params.guest,
      editing: false,
      editedQuestion: null,
      refusedFields: {},
    }),
    keepGuestAsIs: assign({ editing: false, editedQuestion: null, refusedFields: {} }),
    forgetGuest: assign({ guest: null }),
    /** What was refused elsewhere, such as the notes, is not said there. */
    editDetails: assign({
      editing: true,
      editedQuestion: (_, params: { question?: string }) => params.question ?? null,
      refusedFields: {},
    }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    showRefusal: assign({ refusal: (_, params: { detail: string }) => params.detail }),
    keepAttempt: assign({
      attempt: (_, params: { idempotencyKey: string; notes: string }) => ({
        idempotencyKey: params.idempotencyKey,
        notes: params.notes,
      }),
      refusedFields: {},
    }),
    settleAttempt: assign({ attempt: null }),
    noteBooked: assign({
      appointmentId: (_, params: { appointmentId: number }) => params.appointmentId,
      hold: null,
    }),
  },
  guards: {
    hasUnansweredAttempt: ({ context }) => context.attempt !== null,
    /** The time is still held, or the person said so. */
    maySendAgain: ({ context: { attempt, hold, continued } }) =>
      attempt !== null && (continued || (hold?.lasts ?? 0) > 0),
    wasChoosing: ({ context }) => context.step === 'choose',
    hasChosenSlot: ({ context }) => context.chosen !== null,
    isWeekShown: ({ context }) => context.weekShown,
    hasNotice: ({ context }) => context.notice !== null,
    isNothingHeld: ({ context }) => context.hold === null,
    /** A time that another tab may have booked or given back since. */
    hasHoldToCheck: ({ context: { attempt, step, hold } }) =>
      attempt === null && step !== 'choose' && (hold?.lasts ?? 0) > 0,
    isOwnHold: ({ context }, params: { holdToken: string | null }) =>
      context.chosen !== null && context.hold?.token === params.holdToken,
    isNewClash: ({ context }, params: { clash: BookingClash | null }) =>
      params.clash !== null && params.clash.booking.id !== context.acceptedId,
    canContinue: ({ context }) => context.clash?.canContinue === true,
    hasLiveHold: ({ context }) => (context.hold?.lasts ?? 0) > 0,
    hasGuest: ({ context }) => context.guest !== null,
    isSignedIn: ({ context }) => context.viewer !== null,
    isAnother: ({ context }, params: { viewer: string | null }) => context.viewer !== params.viewer,
    isHoldOver: ({ context }) => context.holdOver,
  },
})
