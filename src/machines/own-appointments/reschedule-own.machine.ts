import { assign, setup } from 'xstate'
import type { SiteSummary } from '#lib/contract/booking.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type NewTime = { start: string; day: string; site: SiteSummary }

type RescheduleOwnResult =
  | { kind: 'moved' }
  | { kind: 'slotTaken' }
  /** Somebody changed it in between: it is no longer what the person decided about. */
  | { kind: 'changed' }
  | { kind: 'tooLate' }
  | { kind: 'notFound' }
  | { kind: 'refused'; detail: string }
  | { kind: 'unsent' }

type CheckMoveResult =
  | { kind: 'moved' }
  | { kind: 'notMoved' }
  | { kind: 'changed' }
  | { kind: 'tooLate' }
  | { kind: 'notFound' }

type Notice =
  | { kind: 'slotTaken'; start: string }
  | { kind: 'refused'; detail: string }
  | { kind: 'notMoved' }
  | { kind: 'unsent' }

type RescheduleOwnEvent =
  | { type: 'time.chosen'; time: NewTime }
  | { type: 'time.changed' }
  | { type: 'move.confirmed' }
  | { type: 'move.retried' }
  | { type: 'connection.restored' }
  | { type: 'change.seen' }
  | { type: 'rescheduling.left' }

export const rescheduleOwnMachine = setup({
  types: {
    context: {} as { time: NewTime | null; notice: Notice | null },
    events: {} as RescheduleOwnEvent,
  },
  actors: {
    rescheduleAppointment: providedActor<RescheduleOwnResult, { time: NewTime | null }>(),
    checkMove: providedActor<CheckMoveResult, { time: NewTime | null }>(),
  },
  actions: {
    chooseTime: assign({ time: (_, params: { time: NewTime }) => params.time, notice: null }),
    loseTime: assign(({ context }) => ({
      time: null,
      notice: { kind: 'slotTaken' as const, start: context.time?.start ?? '' },
    })),
    showRefusal: assign({
      notice: (_, { detail }: { detail: string }) => ({ kind: 'refused' as const, detail }),
    }),
    showNotice: assign({ notice: (_, params: Notice) => params }),
    dropNotice: assign({ notice: null }),
    forgetTime: assign({ time: null, notice: null }),
  },
}).createMachine({
  id: 'rescheduleOwn',
  context: { time: null, notice: null },
  initial: 'choosingTime',
  states: {
    choosingTime: {
      on: {
        'time.chosen': { target: 'confirming', actions: withEvent('chooseTime') },
        'rescheduling.left': 'left',
      },
    },
    confirming: {
      on: {
        'move.confirmed': { target: 'moving', actions: 'dropNotice' },
        'time.changed': { target: 'choosingTime', actions: 'dropNotice' },
        'rescheduling.left': 'left',
      },
    },
    moving: {
      invoke: {
        id: 'rescheduleAppointment',
        src: 'rescheduleAppointment',
        input: ({ context }) => ({ time: context.time }),
        onDone: [
          { guard: isKind('moved'), target: 'moved' },
          { guard: isKind('slotTaken'), target: 'choosingTime', actions: 'loseTime' },
          { guard: isKind('changed'), target: 'changed', actions: 'forgetTime' },
          whenKind('refused', { target: 'choosingTime', actions: 'showRefusal' }),
          {
            guard: isKind('unsent'),
            target: 'confirming',
            actions: { type: 'showNotice', params: { kind: 'unsent' } },
          },
          { target: 'left' },
        ],
        onError: 'unanswered',
      },
    },
    /** It may have been moved. Nothing is sent again without a press: it is looked up. */
    unanswered: { on: { 'move.retried': 'moving', 'connection.restored': 'checking' } },
    checking: {
      invoke: {
        id: 'checkMove',
        src: 'checkMove',
        input: ({ context }) => ({ time: context.time }),
        onDone: [
          { guard: isKind('moved'), target: 'moved' },
          {
            guard: isKind('notMoved'),
            target: 'confirming',
            actions: { type: 'showNotice', params: { kind: 'notMoved' } },
          },
          { guard: isKind('changed'), target: 'changed', actions: 'forgetTime' },
          { target: 'left' },
        ],
        onError: 'unanswered',
      },
    },
    changed: { on: { 'change.seen': 'choosingTime', 'rescheduling.left': 'left' } },
    moved: { type: 'final' },
    left: { type: 'final' },
  },
})
