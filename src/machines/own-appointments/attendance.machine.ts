import { assign, setup } from 'xstate'
import { isKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type SendAttendanceResult =
  | { kind: 'saved' }
  /** The appointment is not as it was shown: moved, cancelled, begun, or no longer theirs to see. */
  | { kind: 'outdated' }
  /** There is no network: nothing left the browser. */
  | { kind: 'unsent' }

export type AttendanceEvent = { type: 'attendance.answered'; isComing: boolean }

/** A patient says whether they will come, as often as they like: the last answer counts. */
export const attendanceMachine = setup({
  types: {
    context: {} as { isComing: boolean | null },
    events: {} as AttendanceEvent,
  },
  actors: {
    sendAttendance: providedActor<SendAttendanceResult, { isComing: boolean | null }>(),
  },
  actions: {
    keepAnswer: assign((_, { isComing }: { isComing: boolean }) => ({ isComing })),
    forgetAnswer: assign({ isComing: null }),
  },
}).createMachine({
  id: 'attendance',
  context: { isComing: null },
  initial: 'asking',
  states: {
    asking: {
      initial: 'ready',
      states: {
        ready: {},
        outdated: {},
        offline: {},
        /** It may have been saved. Answering again is safe. */
        unanswered: {},
      },
      on: { 'attendance.answered': { target: 'sending', actions: withEvent('keepAnswer') } },
    },
    sending: {
      invoke: {
        id: 'sendAttendance',
        src: 'sendAttendance',
        input: ({ context: { isComing } }) => ({ isComing }),
        onDone: [
          { guard: isKind('saved'), target: 'asking' },
          { guard: isKind('unsent'), target: 'asking.offline' },
          { target: 'asking.outdated' },
        ],
        onError: 'asking.unanswered',
      },
      exit: 'forgetAnswer',
    },
  },
})
