import { assign, type EventFromLogic, not, setup } from 'xstate'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'
import type {
  ChosenSlot,
  Draft,
  Hold,
  HoldSlotInput,
  HoldSlotResult,
  LeftCheckout,
  LostSlot,
  Notice,
  ReleaseHoldInput,
  RestoreDraftInput,
  RestoreDraftResult,
  StartedCheckout,
  Step,
  ViewedWeek,
} from './booking.types.ts'
import { type BookingChange, isOfAnother, isOfHold } from './booking-change.ts'
import type { checkoutMachine } from './checkout.machine.ts'
import type { Booker } from './guest-booking.machine.ts'
import { weekChoiceMachine } from './week-choice.machine.ts'

type SlotChoiceInput = Omit<ViewedWeek, 'weekShown'> & {
  viewer: string | null
  /** The time that was pressed on the page before. */
  pressed: ChosenSlot | null
}

type SlotChoiceContext = {
  viewer: string | null
  viewed: ViewedWeek
  pressed: ChosenSlot | null
  chosen: ChosenSlot | null
  hold: Hold | null
  notice: Notice | null
  step: Step
  continued: boolean
  started: StartedCheckout
  appointmentId: number | null
}

type SlotChoiceEvent =
  | Extract<EventFromLogic<typeof weekChoiceMachine>, { type: 'slot.chosen' }>
  | { type: 'notice.dismissed' }
  | { type: 'time.changed' }
  | { type: 'hold.renewed' }
  | { type: 'booking.abandoned' }
  | { type: 'draft.continued' }
  | { type: 'draft.discarded' }
  | BookingChange

const nothing = {
  pressed: null,
  chosen: null,
  hold: null,
  notice: null,
  step: 'choose',
  continued: false,
  started: { attempt: null, guest: null, editing: false, acceptedId: null, refusedFields: {} },
  appointmentId: null,
} as const satisfies Partial<SlotChoiceContext>

const choice = setup({
  types: {
    context: {} as SlotChoiceContext,
    events: {} as SlotChoiceEvent,
    input: {} as SlotChoiceInput,
    children: {} as { weekChoice: 'weekChoice'; checkout: 'checkout' },
  },
  actors: {
    restoreDraft: providedActor<RestoreDraftResult, RestoreDraftInput>(),
    holdSlot: providedActor<HoldSlotResult, HoldSlotInput>(),
    releaseHold: providedActor<void, ReleaseHoldInput>(),
    fetchCheckout: providedActor<void>(),
    weekChoice: weekChoiceMachine,
    /** Provided by `fetchCheckout`. */
    checkout: providedActor() as unknown as CheckoutLogic,
  },
  actions: {
    takeUpDraft: assign(({ context }, params: { draft: Draft; guest: Booker | null }) => {
      const { step, chosen, hold, attempt, acceptedId } = params.draft
      const resend = attempt && params.guest && { attempt, guest: params.guest }
      const started = { ...nothing.started, acceptedId, ...resend }
      const viewed = { ...context.viewed, week: context.viewed.week ?? chosen.day }
      return { viewed, step, chosen, hold, started }
    }),
    startAfresh: assign(nothing),
    followWeekChoice: assign({
      viewed: ({ context }, params: { context?: ViewedWeek }) => params.context ?? context.viewed,
    }),
    /** The island hands it in: the draft and the guest of this session go. */
    forgetEntered: () => undefined,
    chooseSlot: assign({ chosen: (_, params: { slot: ChosenSlot }) => params.slot, notice: null }),
    choosePressed: assign(({ context }) => ({ chosen: context.pressed, pressed: null })),
    storeHold: assign({ hold: (_, params: { hold: Hold }) => params.hold }),
    storeBooked: assign((_, { appointmentId }: { appointmentId: number }) => ({
      appointmentId,
      hold: null,
    })),
    loseSlot: assign(({ context }, params: LostSlot) => ({
      chosen: null,
      notice:
        params.kind === 'notBookable' ? params : { ...params, start: context.chosen?.start ?? '' },
    })),
    loseHold: assign(({ context: { chosen, started } }, params: { appointmentId: number }) => ({
      chosen: null,
      hold: null,
      started: { ...started, attempt: null, guest: null },
      notice: {
        kind: 'alreadyBooked' as const,
        start: chosen?.start ?? '',
        appointmentId: params.appointmentId,
      },
    })),
    showNotice: assign({ notice: (_, params: Notice) => params }),
    followCheckout: assign(
      ({ context }, params: { context?: StartedCheckout & { hold: Hold | null } }) => {
        const { hold, editing, acceptedId, refusedFields } = params.context ?? {
          ...context,
          ...context.started,
        }
        return { hold, started: { ...context.started, editing, acceptedId, refusedFields } }
      },
    ),
    storeStarted: assign(({ context: { started } }, params: LeftCheckout) => {
      const { editing, acceptedId, refusedFields } = params
      return { started: { ...started, editing, acceptedId, refusedFields } }
    }),
    settleAttempt: assign(({ context: { started } }) => ({
      started: { ...started, attempt: null, guest: null },
    })),
    stopEditing: assign(({ context: { started } }) => ({
      started: { ...started, editing: false },
    })),
    /** What was chosen and typed is read again, as far as it is the other's too. */
    becomeViewer: assign((_, params: { viewer: string | null }) => ({
      ...nothing,
      continued: true,
      viewer: params.viewer,
    })),
  },
  guards: {
    hasUnansweredAttempt: ({ context }) => context.started.attempt !== null,
    maySendAgain: ({ context: { started, hold, continued } }) =>
      started.attempt !== null && (continued || isAlive(hold)),
    isTimePressed: ({ context }) => context.pressed !== null,
    wasChoosing: ({ context }) => context.step === 'choose',
    hasChosenSlot: ({ context }) => context.chosen !== null,
    hasNotice: ({ context }) => context.notice !== null,
    isNothingHeld: ({ context }) => context.hold === null,
    hasLiveHold: ({ context }) => isAlive(context.hold),
    hasHoldToCheck: ({ context: { started, step, hold } }) =>
      started.attempt === null && step !== 'choose' && isAlive(hold),
    isOwnHold: ({ context, event }) => context.chosen !== null && isOfHold(event, context.hold),
    isSignedIn: ({ context }) => context.viewer !== null,
    isAnother: ({ context, event }) => isOfAnother(event, context.viewer),
  },
})

const isLost = (notice: Notice | null) =>
  notice !== null && ['slotTaken', 'alreadyBooked', 'notBookable'].includes(notice.kind)

const isAlive = (hold: Hold | null) => hold !== null && hold.lasts > 0

const lost = ['slotTaken', 'alreadyBooked', 'notBookable'] as const

const signedOut = { guard: isKind('signedOut'), target: '#slotChoice.signedOut' } as const

const holdPressed = {
  guard: 'isTimePressed',
  target: '#slotChoice.holdingSlot',
  actions: 'choosePressed',
} as const

type Heard<T extends BookingChange['type']> = { event: Extract<BookingChange, { type: T }> }

const bookingChanges = {
  'booked.elsewhere': {
    guard: 'isOwnHold',
    target: '#slotChoice.choosing',
    reenter: true,
    actions: { type: 'loseHold', params: ({ event }: Heard<'booked.elsewhere'>) => event },
  },
  'viewer.changed': {
    guard: 'isAnother',
    target: '#slotChoice.resuming',
    actions: { type: 'becomeViewer', params: ({ event }: Heard<'viewer.changed'>) => event },
  },
  'viewer.left': { guard: 'isSignedIn', target: '#slotChoice.signedOut' },
} as const

/** Holds the chosen time. What another try may change leads to `back`, with a notice. */
const holdingTime = ({ back }: { back: 'choosing' | 'askingToContinue' }) =>
  choice.createStateConfig({
    invoke: {
      id: 'holdSlot',
      src: 'holdSlot',
      input: ({ context: { chosen, hold, viewer } }) => ({ chosen, hold, viewer }),
      onDone: [
        whenKind('held', { target: '#slotChoice.fetchingCheckout', actions: 'storeHold' }),
        whenKind(lost, { target: '#slotChoice.choosing', actions: 'loseSlot' }),
        whenKind('rateLimited', { target: `#slotChoice.${back}`, actions: 'showNotice' }),
        signedOut,
        { target: '#slotChoice.withdrawn' },
      ],
      onError: {
        target: `#slotChoice.${back}`,
        actions: { type: 'showNotice', params: { kind: 'holdFailed' } },
      },
    },
  })

/**
 * A visitor chooses a time, which is held while they check out. Each failure is a state with a way
 * forward that keeps what was entered. Only the actors tell a guest from a signed-in person (`viewer`).
 */
export const slotChoiceMachine = choice.createMachine({
  id: 'slotChoice',
  context: ({ input: { viewer, pressed, ...viewed } }) => ({
    ...nothing,
    viewer,
    pressed,
    // The week of a pressed time is shown while the time is being held.
    viewed: { ...viewed, weekShown: pressed !== null },
  }),
  initial: 'resuming',
  states: {
    resuming: {
      invoke: {
        id: 'restoreDraft',
        src: 'restoreDraft',
        input: ({ context: { continued, viewer } }) => ({ continued, viewer }),
        onDone: [
          whenKind('continued', { target: 'continuing', actions: 'takeUpDraft' }),
          whenKind('returned', { target: 'askingToContinue', actions: 'takeUpDraft' }),
          holdPressed,
          { target: 'choosing' },
        ],
        onError: 'choosing',
      },
    },
    askingToContinue: {
      on: {
        ...bookingChanges,
        'draft.continued': [
          { guard: 'hasHoldToCheck', target: 'checkingHold' },
          { target: 'resuming', actions: ['startAfresh', assign({ continued: true })] },
        ],
        // Starting again without knowing the answer may book twice.
        'draft.discarded': { guard: not('hasUnansweredAttempt'), target: 'releasing' },
      },
    },
    /** Holding it again tells whether the time is still this person's. */
    checkingHold: holdingTime({ back: 'askingToContinue' }),
    continuing: {
      always: [
        { guard: 'maySendAgain', target: 'fetchingCheckout' },
        { guard: 'hasUnansweredAttempt', target: 'askingToContinue' },
        holdPressed,
        { guard: 'wasChoosing', target: 'choosing' },
        { guard: 'hasLiveHold', target: 'fetchingCheckout' },
        { target: 'holdExpired' },
      ],
    },
    choosing: {
      invoke: {
        id: 'weekChoice',
        src: 'weekChoice',
        input: ({ context: { viewed, notice } }) => ({
          ...viewed,
          fresh: isLost(notice),
        }),
        onSnapshot: {
          actions: { type: 'followWeekChoice', params: ({ event }) => event.snapshot },
        },
        onDone: [
          whenKind('chosen', { target: 'holdingSlot', actions: 'chooseSlot' }),
          { target: 'withdrawn' },
        ],
        onError: 'withdrawn',
      },
      on: {
        ...bookingChanges,
        'hold.renewed': { guard: 'hasChosenSlot', target: 'holdingSlot' },
        'notice.dismissed': { guard: 'hasNotice', actions: assign({ notice: null }) },
        'booking.abandoned': 'releasing',
      },
    },
    holdingSlot: holdingTime({ back: 'choosing' }),
    /** Its code comes once a time is held. */
    fetchingCheckout: {
      invoke: {
        id: 'fetchCheckout',
        src: 'fetchCheckout',
        onDone: 'checkingOut',
        onError: 'checkoutMissing',
      },
    },
    /** Only a reload fetches again in every browser; it finds the hold in the draft. */
    checkoutMissing: {},
    checkingOut: {
      entry: assign({ notice: null }),
      exit: 'settleAttempt',
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: ({ context: { chosen, hold, viewer, started } }) => ({
          chosen,
          hold,
          viewer,
          ...started,
        }),
        onSnapshot: {
          actions: { type: 'followCheckout', params: ({ event }) => event.snapshot },
        },
        onDone: [
          whenKind('booked', { target: 'booked', actions: 'storeBooked' }),
          whenKind(lost, { target: 'choosing', actions: 'loseSlot' }),
          whenKind('bookedElsewhere', { target: 'choosing', actions: 'loseHold' }),
          { guard: isKind('timeChanged'), target: 'choosing', actions: 'stopEditing' },
          { guard: isKind('abandoned'), target: 'releasing' },
          whenKind('holdExpired', { target: 'holdExpired', actions: 'storeStarted' }),
          whenKind('viewerChanged', { target: 'resuming', actions: 'becomeViewer' }),
          signedOut,
          { target: 'withdrawn' },
        ],
        onError: 'holdExpired',
      },
    },
    holdExpired: {
      on: {
        ...bookingChanges,
        'hold.renewed': 'renewingHold',
        'time.changed': 'choosing',
        'booking.abandoned': 'releasing',
      },
    },
    renewingHold: holdingTime({ back: 'choosing' }),
    signedOut: {
      on: {
        'viewer.changed': { target: 'resuming', actions: withEvent('becomeViewer') },
      },
    },
    releasing: {
      entry: 'forgetEntered',
      always: { guard: 'isNothingHeld', target: 'choosing', actions: 'startAfresh' },
      invoke: {
        id: 'releaseHold',
        src: 'releaseHold',
        input: ({ context: { hold, viewer } }) => ({ hold, viewer }),
        onDone: { target: 'choosing', actions: 'startAfresh' },
        // A hold that could not be given back ends by itself.
        onError: { target: 'choosing', actions: 'startAfresh' },
      },
      on: {
        // The new hold takes the place of the old one, whichever call arrives first: without it,
        // the very time that is given back would seem taken.
        'slot.chosen': {
          target: 'holdingSlot',
          actions: [
            assign(({ context: { hold } }) => ({ ...nothing, hold })),
            withEvent('chooseSlot'),
          ],
        },
      },
    },
    withdrawn: { type: 'final', entry: 'startAfresh' },
    booked: { type: 'final' },
  },
})

type CheckoutLogic = typeof checkoutMachine
