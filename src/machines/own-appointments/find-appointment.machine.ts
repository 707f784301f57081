import { assign, setup } from 'xstate'
import type { AppointmentSearch } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type FindAppointmentResult =
  | { kind: 'found' }
  | { kind: 'notFound' }
  | { kind: 'refused'; fields: FieldErrors }
  /** Too many tries; the detail says how long to wait. */
  | { kind: 'limited'; detail: string }

export type FindAppointmentEvent =
  | { type: 'search.submitted'; search: AppointmentSearch }
  /** The browser's Back button showed this page again as it was left. */
  | { type: 'page.returned' }

export const findAppointmentMachine = setup({
  types: {
    context: {} as { search: AppointmentSearch | null; refusedFields: FieldErrors; detail: string },
    events: {} as FindAppointmentEvent,
  },
  actors: {
    findAppointment: providedActor<FindAppointmentResult, { search: AppointmentSearch | null }>(),
  },
  actions: {
    keepSearch: assign({
      search: (_, params: { search: AppointmentSearch }) => params.search,
      refusedFields: {},
      detail: '',
    }),
    forgetSearch: assign({ search: null }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    showDetail: assign({ detail: (_, params: { detail: string }) => params.detail }),
  },
}).createMachine({
  id: 'findAppointment',
  context: { search: null, refusedFields: {}, detail: '' },
  initial: 'asking',
  states: {
    asking: {
      initial: 'answering',
      on: {
        'search.submitted': { target: 'finding', actions: withEvent('keepSearch') },
      },
      states: { answering: {}, refused: {}, notFound: {}, limited: {}, unanswered: {} },
    },
    finding: {
      exit: 'forgetSearch',
      invoke: {
        id: 'findAppointment',
        src: 'findAppointment',
        input: ({ context }) => ({ search: context.search }),
        onDone: [
          { guard: isKind('found'), target: 'found' },
          whenKind('refused', { target: 'asking.refused', actions: 'showRefusedFields' }),
          whenKind('limited', { target: 'asking.limited', actions: 'showDetail' }),
          { target: 'asking.notFound' },
        ],
        onError: 'asking.unanswered',
      },
    },
    found: { on: { 'page.returned': 'asking' } },
  },
})
