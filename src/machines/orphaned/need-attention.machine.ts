import { assign, setup } from 'xstate'
import type { FormerPlace, NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { FormatMove } from '../schedule/format-move.ts'
import { withEvent } from '../with-event.ts'

export type OrphanAction =
  | {
      kind: 'reschedule'
      from: FormerPlace
      start: string
      staffId: number
      roomId: number
      /** It is null where the patient would notice nothing. */
      question: FormatMove | null
      notification: NotifyPatient | null
    }
  | { kind: 'keep' }
  | { kind: 'reopen' }

export type OrphanActionRequest = {
  id: number
  version: number
  patient: string
  action: OrphanAction
}

type OrphanActionResult = { kind: 'done' } | { kind: 'stale' } | { kind: 'refused'; reason: string }

type NeedAttentionEvent =
  | { type: 'action.chosen'; request: OrphanActionRequest }
  | { type: 'move.confirmed'; notification: NotifyPatient }
  | { type: 'move.declined' }
  | { type: 'action.retried' }
  | { type: 'problem.read' }

type Context = { request: OrphanActionRequest | null; reason: string }

const requestedNotification = ({ request }: Context) =>
  request?.action.kind === 'reschedule' ? request.action.notification : null

const withNotification = (
  request: OrphanActionRequest,
  notification: NotifyPatient | null,
): OrphanActionRequest =>
  request.action.kind === 'reschedule' && request.action.question
    ? { ...request, action: { ...request.action, notification } }
    : request

const STALE = 'This appointment has changed since you opened this page. Check it again.'

/**
 * One appointment after the other is moved, left as it is or taken up again. The island holds what
 * is shown; the machine decides what may be done next.
 */
export const needAttentionMachine = setup({
  types: { context: {} as Context, events: {} as NeedAttentionEvent },
  actors: { applyAction: providedActor<OrphanActionResult, OrphanActionRequest>() },
  actions: {
    keep: assign(({ context }, { request }: { request: OrphanActionRequest }) => ({
      // What was written for a patient is not lost with a refusal.
      request:
        context.request?.id === request.id
          ? withNotification(request, requestedNotification(context))
          : request,
      reason: '',
    })),
    storeNotification: assign(
      ({ context: { request } }, { notification }: { notification: NotifyPatient }) => ({
        request: request && withNotification(request, notification),
      }),
    ),
    explain: assign({ reason: (_, { reason }: { reason: string }) => reason }),
    forget: assign({ request: null, reason: '' }),
    readAgain: () => undefined,
  },
  guards: {
    isAsked: (_, { request: { action } }: { request: OrphanActionRequest }) =>
      action.kind === 'reschedule' && action.question !== null,
  },
}).createMachine({
  id: 'needAttention',
  context: { request: null, reason: '' },
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        'action.chosen': [
          { guard: withEvent('isAsked'), target: 'confirming', actions: withEvent('keep') },
          { target: 'acting', actions: withEvent('keep') },
        ],
      },
    },
    confirming: {
      on: {
        'move.confirmed': { target: 'acting', actions: withEvent('storeNotification') },
        'move.declined': 'idle',
      },
    },
    acting: {
      invoke: {
        id: 'applyAction',
        src: 'applyAction',
        input: ({ context: { request } }) => {
          if (!request) throw new Error('there is no action')
          return request
        },
        onDone: [
          { guard: isKind('done'), target: 'idle', actions: 'readAgain' },
          {
            guard: isKind('stale'),
            target: 'refused',
            actions: { type: 'explain', params: { reason: STALE } },
          },
          whenKind('refused', { target: 'refused', actions: 'explain' }),
        ],
        onError: 'unanswered',
      },
    },
    /** Nothing was done. What was on offer may be so no longer: it is read again. */
    refused: {
      entry: 'readAgain',
      on: {
        'action.chosen': [
          { guard: withEvent('isAsked'), target: 'confirming', actions: withEvent('keep') },
          { target: 'acting', actions: withEvent('keep') },
        ],
        'problem.read': 'idle',
      },
    },
    /** Nobody knows whether it was done: another try of the same version does it once, or says. */
    unanswered: {
      on: {
        'action.retried': 'acting',
        'problem.read': { target: 'idle', actions: 'readAgain' },
      },
    },
  },
})
