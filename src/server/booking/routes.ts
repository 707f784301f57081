import type { Handlers } from '../http/implement.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelOwnAppointment, readOwnAppointment } from './own-appointment.ts'
import { holdSlot, releaseHold } from './slot-holds.ts'
import { weeklyAvailability } from './weekly-availability.ts'

export const bookingRoutes = {
  'GET public/weekly-availability/': ({ query }, call) => weeklyAvailability(call, query),
  'POST public/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'DELETE public/slot-holds/{id}/': async ({ params }, call) => {
    await releaseHold(call, params.id)
    return undefined
  },
  'POST public/appointments/': ({ body, query }, call) => bookAppointment(call, body, query.key),
  'GET public/appointments/{id}/': ({ params }, call) => readOwnAppointment(call, params.id),
  'DELETE public/appointments/{id}/': ({ params, body }, call) =>
    cancelOwnAppointment(call, params.id, body.cancellation_notes),
} satisfies Handlers
