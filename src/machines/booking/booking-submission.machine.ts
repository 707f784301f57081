import { and, assign, setup } from 'xstate'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { Attempt, BookAppointmentResult, ChosenSlot, Hold } from './booking.types.ts'
import type { Booker } from './guest-booking.machine.ts'

type BookAppointmentInput = {
  chosen: ChosenSlot | null
  hold: Hold | null
  guest: Booker | null
  attempt: Attempt | null
}

type BookingSubmissionEvent = { type: 'booking.retried' }

/** It was not acted upon, and is to be sent again after the wait. */
export type Postponed = { kind: 'rateLimited'; waitSeconds: number }

/**
 * Sends one confirmed booking until the answer is definitive. While nobody knows whether it was
 * booked, the only way on is the same request with the same idempotency key.
 */
export const bookingSubmissionMachine = setup({
  types: {
    context: {} as {
      request: BookAppointmentInput
      waitSeconds: number
      wasLost: boolean
      answer: BookAppointmentResult | Postponed | null
    },
    events: {} as BookingSubmissionEvent,
    input: {} as BookAppointmentInput,
    output: {} as BookAppointmentResult,
  },
  actors: {
    bookAppointment: providedActor<BookAppointmentResult | Postponed, BookAppointmentInput>(),
  },
  actions: {
    noteWait: assign({ waitSeconds: (_, params: Postponed) => params.waitSeconds }),
    noteLost: assign({ wasLost: true }),
    noteAnswer: assign({ answer: (_, params: BookAppointmentResult | Postponed) => params }),
  },
  guards: { wasLost: ({ context }) => context.wasLost },
  delays: {
    waitOver: ({ context }) => context.waitSeconds * 1000,
  },
}).createMachine({
  id: 'bookingSubmission',
  context: ({ input }) => ({ request: input, waitSeconds: 0, wasLost: false, answer: null }),
  initial: 'sending',
  states: {
    sending: {
      invoke: {
        id: 'bookAppointment',
        src: 'bookAppointment',
        input: ({ context }) => context.request,
        onDone: [
          whenKind('rateLimited', { target: 'rateLimited', actions: 'noteWait' }),
          { guard: and([isKind('unsent'), 'wasLost']), target: 'connectionLost' },
          {
            target: 'answered',
            actions: { type: 'noteAnswer', params: ({ event }) => event.output },
          },
        ],
        onError: 'connectionLost',
      },
    },
    connectionLost: { entry: 'noteLost', on: { 'booking.retried': 'sending' } },
    rateLimited: { after: { waitOver: 'sending' } },
    answered: { type: 'final' },
  },
  // `answered` is reached through `noteAnswer` only, and not by what was postponed.
  output: ({ context }) => context.answer as BookAppointmentResult,
})
