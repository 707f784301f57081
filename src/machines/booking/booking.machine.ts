import { not } from 'xstate'
import { isKind, ofKind } from '../actor-result.ts'
import { held } from './booking.held.ts'
import { bookingSetup, emptyBooking } from './booking.setup.ts'
import { news, signedOut, slotLost } from './booking.transitions.ts'

/**
 * Fetches the week to choose from; `fresh` passes over an answer that is at hand. What is shown
 * in between can be chosen as ever: whether it is still free, holding it will tell.
 */
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
          actions: [
            { type: 'showWeek', params: ({ event }) => ofKind(event, 'loaded') },
            'noteWeekShown',
          ],
        },
        { target: '#booking.withdrawn' },
      ],
      onError: 'weekFailed',
    },
    on: {
      // Which day to show is said with the week: it is asked for once more, and fetched no second time.
      'day.chosen': {
        guard: 'isWeekShown',
        target: '#booking.choosing.loadingWeek',
        reenter: true,
        actions: { type: 'showDay', params: ({ event }) => event },
      },
      'slot.chosen': {
        guard: 'isWeekShown',
        target: '#booking.holdingSlot',
        actions: { type: 'chooseSlot', params: ({ event }) => event },
      },
    },
  })

/**
 * A visitor books an appointment: chooses a time, which is held, says who they are, reviews and
 * confirms. Whatever goes wrong on the way is a state with a way forward that keeps what was
 * entered (what was typed lives in the draft, beside the machine). Whether it is a guest or somebody
 * signed in (`viewer`) is for the actors to know: the way is the same.
 */
export const bookingMachine = bookingSetup.createMachine({
  id: 'booking',
  context: ({ input }) => ({ ...emptyBooking, weekShown: false, ...input }),
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
        ...news,
        'draft.continued': [
          { guard: 'hasHoldToCheck', target: 'checkingHold' },
          { target: 'resuming', actions: 'noteContinued' },
        ],
        // Whoever starts again without knowing the answer may book twice.
        'draft.discarded': { guard: not('hasUnansweredAttempt'), target: 'releasing' },
      },
    },
    /** Holding it again tells whether the time is still this person's. */
    checkingHold: {
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
            target: 'askingToContinue',
            actions: { type: 'showNotice', params: ({ event }) => ofKind(event, 'rateLimited') },
          },
          signedOut,
          { target: 'withdrawn' },
        ],
        onError: {
          target: 'askingToContinue',
          actions: { type: 'showNotice', params: { kind: 'holdFailed' } },
        },
      },
    },
    continuing: {
      always: [
        { guard: 'maySendAgain', target: 'held.confirming' },
        { guard: 'hasUnansweredAttempt', target: 'askingToContinue' },
        { guard: 'wasChoosing', target: 'choosing' },
        { guard: 'hasLiveHold', target: 'held' },
        { target: 'holdExpired' },
      ],
    },
    choosing: {
      entry: 'startChoosing',
      initial: 'loadingWeek',
      on: {
        ...news,
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
    held,
    holdExpired: {
      entry: 'noteHoldOver',
      on: {
        ...news,
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
      on: {
        // The times stand there already. The new hold takes the place of the old one, whichever call
        // arrives first: without it, the very time that is given back would seem taken.
        'slot.chosen': {
          guard: 'isWeekShown',
          target: 'holdingSlot',
          actions: ['forgetAllButHold', { type: 'chooseSlot', params: ({ event }) => event }],
        },
      },
    },
    withdrawn: { type: 'final', entry: 'startAfresh' },
    booked: { type: 'final' },
  },
})
