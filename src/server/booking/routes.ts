import { ownAppointments } from '#lib/contract/booking.ts'
import type { Handlers } from '../http/implement.ts'
import { listPage } from '../resources/list.ts'
import { appointmentRows, presentAppointment } from './appointment-rows.ts'
import { bookAppointment, linkTokenOf } from './book-appointment.ts'
import {
  byGuestToken,
  byPerson,
  cancelOwnAppointment,
  readOwnAppointment,
} from './own-appointment.ts'
import { guestPatient, signedInPatient } from './patient.ts'
import { holdSlot, releaseHold } from './slot-holds.ts'
import { weeklyAvailability } from './weekly-availability.ts'

export const bookingRoutes = {
  'GET public/weekly-availability/': ({ query }, call) => weeklyAvailability(call, query),

  'POST public/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'POST private/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'DELETE public/slot-holds/{id}/': ({ params }, call) => releaseHold(call, params.id),
  'DELETE private/slot-holds/{id}/': ({ params }, call) => releaseHold(call, params.id),

  'POST public/appointments/': async ({ body, query }, call) => {
    const guest = await guestPatient(call.services.db, call)
    const row = await bookAppointment(call, guest, body, query.key)
    return {
      ...presentAppointment(row, call.apiUrl),
      access_token: linkTokenOf(guest)?.(row.reference) ?? '',
    }
  },
  'POST private/appointments/': async ({ body, query }, call) => {
    const patient = await signedInPatient(call.services.db, call)
    const row = await bookAppointment(call, patient, body, query.key)
    return presentAppointment(row, call.apiUrl)
  },

  'GET private/appointments/': async ({ query }, { services, viewer, apiUrl }) => {
    const own = appointmentRows(services.db)
      .select('appointment.starts_at as start')
      .where('appointment.patient_id', '=', viewer.personId)
    const page = await listPage(ownAppointments, own, query)
    return {
      count: page.count,
      results: page.results.map((row) => presentAppointment(row, apiUrl)),
    }
  },
  'GET public/appointments/{id}/': ({ params }, call) =>
    readOwnAppointment(call, byGuestToken(call), params.id),
  'GET private/appointments/{id}/': ({ params }, call) =>
    readOwnAppointment(call, byPerson(call), params.id),
  'DELETE public/appointments/{id}/': ({ params, body }, call) =>
    cancelOwnAppointment(call, byGuestToken(call), params.id, body.cancellation_notes),
  'DELETE private/appointments/{id}/': ({ params, body }, call) =>
    cancelOwnAppointment(call, byPerson(call), params.id, body.cancellation_notes),
} satisfies Handlers
