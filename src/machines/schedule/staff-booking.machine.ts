import { assign, setup } from 'xstate'
import type { ClinicAppointmentWrite } from '#lib/contract/clinic-appointments.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, ofKind } from '../actor-result.ts'
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
          {
            target: 'preparing.refused',
            actions: assign(({ event }) => {
              const params = ofKind(event, 'refused')
              return {
                reason: params.reason,
                refusedFields: params.fields,
              }
            }),
          },
        ],
        onError: 'preparing.failed',
      },
    },
    booked: { type: 'final' },
  },
})
