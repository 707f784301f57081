import { assign, setup } from 'xstate'
import type { ClinicAppointmentWrite } from '#lib/contract/clinic-appointments.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

export type BookForPatientResult =
  | { kind: 'booked' }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

export type StaffBookingEvent = { type: 'booking.submitted'; booking: ClinicAppointmentWrite }

type Context = {
  booking: ClinicAppointmentWrite | null
  reason: string
  refusedFields: FieldErrors
}

/** Booking for a patient at a chosen time. What was chosen is the form's; here is what is on its way. */
export const staffBookingMachine = setup({
  types: { context: {} as Context, events: {} as StaffBookingEvent },
  actors: {
    bookForPatient: providedActor<
      BookForPatientResult,
      { booking: ClinicAppointmentWrite | null }
    >(),
  },
  actions: {
    showRefusal: assign((_, { reason, fields }: { reason: string; fields: FieldErrors }) => ({
      reason,
      refusedFields: fields,
    })),
    forgetBooking: assign({ booking: null }),
  },
}).createMachine({
  id: 'staffBooking',
  context: { booking: null, reason: '', refusedFields: {} },
  initial: 'preparing',
  states: {
    preparing: {
      initial: 'answering',
      on: {
        'booking.submitted': {
          target: 'booking',
          actions: assign(({ event }) => ({
            booking: event.booking,
            reason: '',
            refusedFields: {},
          })),
        },
      },
      states: {
        answering: {},
        refused: {},
        /** Nobody knows whether it was booked: sent again as it is, it is booked once. */
        failed: {},
      },
    },
    booking: {
      exit: 'forgetBooking',
      invoke: {
        id: 'bookForPatient',
        src: 'bookForPatient',
        input: ({ context: { booking } }) => ({ booking }),
        onDone: [
          { guard: isKind('booked'), target: 'booked' },
          whenKind('refused', { target: 'preparing.refused', actions: 'showRefusal' }),
        ],
        onError: 'preparing.failed',
      },
    },
    booked: { type: 'final' },
  },
})
