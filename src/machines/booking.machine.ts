import { not } from 'xstate'
import { isKind, ofKind } from './actor-result.ts'
import { bookingSetup, emptyBooking } from './booking.setup.ts'
import type { BookAppointmentResult, HoldSlotResult } from './booking.types.ts'

/** Fetches the week to choose from; `fresh` passes over an answer that is at hand. */
const loadingWeek = ({ fresh }: { fresh: boolean }) =>
  bookingSetup.createStateConfig({
    invoke: {
      id: 'loadWeek',
      src: 'loadWeek',
      input: ({ context: { week, day, site } }) => ({ week, day, site, fresh }),
      onDone: [
        {
          guard: isKind('loaded'),
          target: 'choosingSlot',
          actions: { type: 'showWeek', params: ({ event }) => ofKind(event, 'loaded') },
        },
        { target: '#booking.withdrawn' },
      ],
      onError: 'weekFailed',
    },
  })

/** The chosen time cannot be had after all, as holding or booking it showed. */
const slotLost = {
  guard: isKind('slotTaken', 'notBookable'),
  target: '#booking.choosing.slotTaken',
  actions: {
    type: 'loseSlot',
    params: ({ event }: { event: { output: HoldSlotResult | BookAppointmentResult } }) =>
      ofKind(event, 'slotTaken', 'notBookable'),
  },
} as const

/** Another person than the booking was begun as; what may be theirs too is taken along. */
const viewerNews = {
  'viewer.changed': {
    guard: {
      type: 'isAnother',
      params: ({ event }: { event: { viewer: string | null } }) => event,
    },
    target: '#booking.resuming',
    actions: {
      type: 'becomeViewer',
      params: ({ event }: { event: { viewer: string | null } }) => event,
    },
  },
  'viewer.left': { guard: 'isSignedIn', target: '#booking.signedOut' },
} as const

/** Nobody books as somebody whom the server does not know to be there. */
const signedOut = { guard: isKind('signedOut'), target: '#booking.signedOut' } as const

/**
 * A visitor books an appointment: chooses a time, which is held, says who they are, reviews and
 * confirms. Whatever goes wrong on the way is a state with a way forward that keeps what was
 * entered (what was typed lives in the draft, beside the machine). Whether it is a guest or somebody
 * signed in (`viewer`) is for the actors to know: the way is the same.
 */
export const bookingMachine = bookingSetup.createMachine({
  id: 'booking',
  context: ({ input }) => ({ ...emptyBooking, ...input }),
  initial: 'resuming',
  states: {
    resuming: {
      invoke: {
        id: 'restoreDraft',
        src: 'restoreDraft',
        input: ({ context: { continued, viewer } }) => ({ continued, viewer }),
        onDone: [
          {
            guard: isKind('continued'),
            target: 'continuing',
            actions: { type: 'takeUpDraft', params: ({ event }) => ofKind(event, 'continued') },
          },
          {
            guard: isKind('returned'),
            target: 'askingToContinue',
            actions: { type: 'takeUpDraft', params: ({ event }) => ofKind(event, 'returned') },
          },
          { target: 'choosing' },
        ],
        onError: 'choosing',
      },
    },
    askingToContinue: {
      on: {
        ...viewerNews,
        'draft.continued': { target: 'resuming', actions: 'noteContinued' },
        // Whoever starts again without knowing the answer may book twice.
        'draft.discarded': { guard: not('hasUnansweredAttempt'), target: 'releasing' },
      },
    },
    continuing: {
      always: [
        { guard: 'hasUnansweredAttempt', target: 'held.confirming' },
        { guard: 'wasChoosing', target: 'choosing' },
        { guard: 'hasLiveHold', target: 'held' },
        { target: 'holdExpired' },
      ],
    },
    choosing: {
      entry: 'startChoosing',
      initial: 'loadingWeek',
      on: {
        ...viewerNews,
        'week.chosen': {
          target: '.loadingWeek',
          actions: { type: 'showWeek', params: ({ event }) => event },
        },
        'site.chosen': {
          target: '.loadingWeek',
          actions: { type: 'showSite', params: ({ event }) => event },
        },
        'hold.renewed': { guard: 'hasChosenSlot', target: 'holdingSlot' },
        'notice.dismissed': { guard: 'hasNotice', actions: 'dismissNotice' },
        'booking.abandoned': 'releasing',
      },
      states: {
        loadingWeek: loadingWeek({ fresh: false }),
        weekFailed: {
          on: { 'week.retried': 'loadingWeek', 'connection.restored': 'loadingWeek' },
        },
        choosingSlot: {
          on: {
            'day.chosen': { actions: { type: 'showDay', params: ({ event }) => event } },
            'slot.chosen': {
              target: '#booking.holdingSlot',
              actions: { type: 'chooseSlot', params: ({ event }) => event },
            },
          },
        },
        /** The list that offered the time is stale: a new one is fetched. */
        slotTaken: loadingWeek({ fresh: true }),
      },
    },
    holdingSlot: {
      invoke: {
        id: 'holdSlot',
        src: 'holdSlot',
        input: ({ context: { chosen, hold, viewer } }) => ({ chosen, hold, viewer }),
        onDone: [
          {
            guard: isKind('held'),
            target: 'held',
            actions: { type: 'keepHold', params: ({ event }) => ofKind(event, 'held') },
          },
          slotLost,
          {
            guard: isKind('rateLimited'),
            target: 'choosing',
            actions: { type: 'showNotice', params: ({ event }) => ofKind(event, 'rateLimited') },
          },
          signedOut,
          { target: 'withdrawn' },
        ],
        onError: {
          target: 'choosing',
          actions: { type: 'showNotice', params: { kind: 'holdFailed' } },
        },
      },
    },
    /** One clock for all that happens while the time is held. */
    held: {
      entry: 'startHold',
      exit: 'forgetGuest',
      invoke: {
        id: 'holdKeeping',
        src: 'holdKeeping',
        input: ({ context: { chosen, hold, viewer } }) => ({ chosen, hold, viewer }),
        onSnapshot: {
          actions: { type: 'followHold', params: ({ event }) => event.snapshot },
        },
        onDone: { actions: 'noteHoldOver' },
        onError: { actions: 'noteHoldOver' },
      },
      on: {
        'hold.lapsed': { actions: 'noteHoldOver' },
      },
      initial: 'identifying',
      states: {
        identifying: {
          always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
          invoke: {
            id: 'guestBooking',
            src: 'guestBooking',
            input: ({ context: { guest, editing, refusedFields, viewer } }) => ({
              viewer,
              guest,
              editing,
              refusedFields,
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.guest === null,
                target: '#booking.signedOut',
              },
              {
                target: 'reviewing',
                actions: { type: 'recogniseGuest', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'refused',
              actions: {
                type: 'showRefusal',
                params: { detail: 'Something went wrong while we looked at your details.' },
              },
            },
          },
          on: {
            ...viewerNews,
            'details.kept': { guard: 'hasGuest', target: 'reviewing', actions: 'keepGuestAsIs' },
            'time.changed': { target: '#booking.choosing', actions: 'keepGuestAsIs' },
            'booking.abandoned': '#booking.releasing',
          },
        },
        reviewing: {
          always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
          on: {
            ...viewerNews,
            'booking.confirmed': {
              target: 'confirming',
              actions: { type: 'keepAttempt', params: ({ event }) => event },
            },
            'details.edited': { target: 'identifying', actions: 'editDetails' },
            'time.changed': '#booking.choosing',
            'booking.abandoned': '#booking.releasing',
          },
        },
        /** Takes no event: a second click finds nothing to confirm. */
        confirming: {
          invoke: {
            id: 'bookingSubmission',
            src: 'bookingSubmission',
            input: ({ context: { chosen, hold, guest, attempt } }) => ({
              chosen,
              hold,
              guest,
              attempt,
            }),
            onDone: [
              {
                guard: isKind('booked'),
                target: '#booking.booked',
                actions: { type: 'noteBooked', params: ({ event }) => ofKind(event, 'booked') },
              },
              slotLost,
              {
                guard: isKind('refused'),
                target: 'refused',
                actions: { type: 'showRefusal', params: ({ event }) => ofKind(event, 'refused') },
              },
              {
                guard: isKind('detailsRefused'),
                target: 'identifying',
                actions: [
                  'editDetails',
                  {
                    type: 'showRefusedFields',
                    params: ({ event }) => ofKind(event, 'detailsRefused'),
                  },
                ],
              },
              {
                guard: isKind('notesRefused'),
                target: 'reviewing',
                actions: {
                  type: 'showRefusedFields',
                  params: ({ event }) => ofKind(event, 'notesRefused'),
                },
              },
              {
                guard: isKind('guestUnknown'),
                target: 'identifying',
                actions: ['forgetGuest', 'editDetails'],
              },
              signedOut,
              { target: '#booking.withdrawn' },
            ],
            onError: {
              target: 'refused',
              actions: {
                type: 'showRefusal',
                params: { detail: 'Something went wrong while we were booking.' },
              },
            },
          },
          exit: 'settleAttempt',
        },
        refused: {
          on: {
            ...viewerNews,
            'details.edited': { target: 'identifying', actions: 'editDetails' },
            'time.changed': '#booking.choosing',
            'booking.abandoned': '#booking.releasing',
          },
        },
      },
    },
    holdExpired: {
      entry: 'noteHoldOver',
      on: {
        ...viewerNews,
        'hold.renewed': 'holdingSlot',
        'time.changed': 'choosing',
        'booking.abandoned': 'releasing',
      },
    },
    /** The person signs in again, or goes on as a guest; until then nothing is sent. */
    signedOut: {
      on: {
        'viewer.changed': {
          target: 'resuming',
          actions: { type: 'becomeViewer', params: ({ event }) => event },
        },
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
    },
    withdrawn: { type: 'final', entry: 'startAfresh' },
    booked: { type: 'final' },
  },
})
