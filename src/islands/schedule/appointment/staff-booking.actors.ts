import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { refusalOf, sentenceOf } from '#lib/api/refusals.ts'
import type {
  ClinicAppointment,
  ClinicAppointmentWrite,
} from '#lib/contract/clinic-appointments.ts'
import {
  type BookForPatientResult,
  staffBookingMachine,
} from '#machines/schedule/staff-booking.machine.ts'
import { requestKeys } from '../../records/request-keys.ts'

type Deps = { api: ApiClient; onBooked: (appointment: ClinicAppointment) => void }

export function staffBookingWithActors({ api, onBooked }: Deps) {
  const keys = requestKeys()
  const book = async (booking: ClinicAppointmentWrite | null): Promise<BookForPatientResult> => {
    if (!booking) throw new Error('There is nothing to book')
    try {
      const appointment = await api.call('POST admin/appointments/', {
        body: booking,
        headers: { 'Idempotency-Key': keys.keyFor(booking) },
      })
      keys.forget()
      onBooked(appointment)
      return { kind: 'booked' }
    } catch (error) {
      const { status, detail, fields } = refusalOf(error)
      const reason = status === 400 ? sentenceOf(fields) : detail
      return { kind: 'refused', reason, fields }
    }
  }
  return staffBookingMachine.provide({
    actors: {
      bookForPatient: fromPromise<BookForPatientResult, { booking: ClinicAppointmentWrite | null }>(
        ({ input }) => book(input.booking),
      ),
    },
  })
}
