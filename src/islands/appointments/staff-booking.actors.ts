import type { ApiClient } from '#lib/api/client.ts'
import type {
  ClinicAppointment,
  ClinicAppointmentWrite,
} from '#lib/contract/clinic-appointments.ts'
import { requestKeys } from '../records/request-keys.ts'
import { formSendingWith } from '../ui/form/form-sending.actors.ts'

type Deps = { api: ApiClient; onBooked: (appointment: ClinicAppointment) => void }

export function staffBookingWithActors({ api, onBooked }: Deps) {
  const keys = requestKeys()
  return formSendingWith<ClinicAppointmentWrite>(async (booking) => {
    const appointment = await api.call('POST admin/appointments/', {
      body: booking,
      headers: { 'Idempotency-Key': keys.keyFor(booking) },
    })
    keys.forget()
    onBooked(appointment)
  })
}
