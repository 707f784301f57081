import type { Handlers } from '../http/implement.ts'
import { presentBooked } from '../own-appointments/own-appointment-rows.ts'
import { bookAppointment, guestBooker, signedInBooker } from './book-appointment.ts'
import { holdSlot, releaseHold } from './slot-holds.ts'
import { weeklyAvailability } from './weekly-availability.ts'

export const bookingRoutes = {
  'GET public/weekly-availability/': ({ query }, call) => weeklyAvailability(call, query),

  'POST public/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'POST private/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'DELETE public/slot-holds/{id}/': ({ params }, call) => releaseHold(call, params.id),
  'DELETE private/slot-holds/{id}/': ({ params }, call) => releaseHold(call, params.id),

  'POST public/appointments/': async ({ body: { patient_id, ...requested }, query }, call) => {
    const guest = guestBooker(call, patient_id)
    const row = await bookAppointment(call, guest, requested, query.key)
    return {
      ...(await presentBooked(row, call, 'public', query.key)),
      access_token: guest.linkToken?.(row.reference) ?? '',
    }
  },
  'POST private/appointments/': async ({ body: { patient_id, ...requested }, query }, call) => {
    const row = await bookAppointment(call, signedInBooker(call, patient_id), requested, query.key)
    return await presentBooked(row, call, 'private', query.key)
  },
} satisfies Handlers
