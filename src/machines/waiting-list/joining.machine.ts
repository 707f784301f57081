import { assign, type DoneActorEvent, setup } from 'xstate'
import type { FieldErrors, FreeTime } from '#lib/contract/errors.ts'
import type { WaitingListEntry, WaitingPreference } from '#lib/contract/waiting-list.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { type Booker, guestBookingMachine } from '../booking/guest-booking.machine.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type JoinedList = {
  entry: WaitingListEntry
  /** It opens the entry of a guest. */
  token: string | null
}

type JoinResult =
  | ({ kind: 'joined' } & JoinedList)
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'impossible'; detail: string; freeTimes: readonly FreeTime[] }
  | { kind: 'unsent' }
  | { kind: 'signedOut' }

type JoinInput = { preference: WaitingPreference | null; guest: Booker | null }

type JoiningInput = {
  viewer: string | null
  isKnown: boolean
}

type Context = JoiningInput &
  JoinInput & {
    refusedFields: FieldErrors
    detail: string
    freeTimes: readonly FreeTime[]
    joined: JoinedList | null
  }

type JoiningEvent = { type: 'preference.submitted'; preference: WaitingPreference }

/** Somebody says who they are, where nobody knows, and when they could come. */
export const joiningMachine = setup({
  types: {
    context: {} as Context,
    events: {} as JoiningEvent,
    input: {} as JoiningInput,
    children: {} as { guestBooking: 'guestBooking' },
  },
  actors: {
    guestBooking: guestBookingMachine,
    joinList: providedActor<JoinResult, JoinInput>(),
  },
  actions: {
    storeGuest: assign({ guest: (_, { guest }: { guest: Booker | null }) => guest }),
    storePreference: assign((_, { preference }: { preference: WaitingPreference }) => ({
      preference,
      refusedFields: {},
      detail: '',
      freeTimes: [],
    })),
    showRefusedFields: assign({
      refusedFields: (_, { fields }: { fields: FieldErrors }) => fields,
    }),
    explain: assign(
      (_, { detail, freeTimes }: { detail: string; freeTimes: readonly FreeTime[] }) => ({
        detail,
        freeTimes,
      }),
    ),
    storeJoined: assign({
      joined: (_, { entry, token }: JoinedList) => ({ entry, token }),
    }),
  },
  guards: {
    isKnown: ({ context }) => context.isKnown,
    isGuest: (_, { guest }: { guest: Booker | null }) => guest !== null,
  },
}).createMachine({
  id: 'joining',
  context: ({ input }) => ({
    ...input,
    guest: null,
    preference: null,
    refusedFields: {},
    detail: '',
    freeTimes: [],
    joined: null,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isKnown', target: 'choosing' }, { target: 'identifying' }] },
    identifying: {
      invoke: {
        id: 'guestBooking',
        src: 'guestBooking',
        input: ({ context: { viewer } }) => ({
          viewer,
          guest: null,
          editing: false,
          refusedFields: {},
        }),
        onDone: [
          {
            guard: { type: 'isGuest', params: joinedAs },
            target: 'choosing',
            actions: { type: 'storeGuest', params: joinedAs },
          },
          { target: 'signedOut' },
        ],
      },
    },
    choosing: {
      initial: 'ready',
      states: {
        ready: {},
        refused: {},
        impossible: {},
        offline: {},
        /** They may have joined. Joining again is safe: it keeps the place. */
        unanswered: {},
      },
      on: { 'preference.submitted': { target: 'sending', actions: withEvent('storePreference') } },
    },
    sending: {
      invoke: {
        id: 'joinList',
        src: 'joinList',
        input: ({ context: { preference, guest } }) => ({ preference, guest }),
        onDone: [
          whenKind('joined', { target: 'joined', actions: 'storeJoined' }),
          whenKind('refused', { target: 'choosing.refused', actions: 'showRefusedFields' }),
          whenKind('impossible', { target: 'choosing.impossible', actions: 'explain' }),
          { guard: isKind('unsent'), target: 'choosing.offline' },
          { target: 'signedOut' },
        ],
        onError: 'choosing.unanswered',
      },
    },
    joined: { type: 'final' },
    signedOut: { type: 'final' },
  },
})

function joinedAs({ event }: { event: DoneActorEvent<{ guest: Booker | null }> }) {
  return event.output
}
