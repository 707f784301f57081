import { ownAppointments } from '#lib/contract/booking.ts'
import type { Handlers } from '../http/implement.ts'
import { newTimes } from '../orphaned/new-times.ts'
import { listPage } from '../resources/list.ts'
import { answerAttendance } from './answer-attendance.ts'
import { bookAppointment } from './book-appointment.ts'
import { ownCalendarFile } from './calendar-file.ts'
import { findAppointment } from './find-appointment.ts'
import {
  byGuestToken,
  byPerson,
  cancelOwnAppointment,
  ownAppointmentRows,
  readOwnAppointment,
} from './own-appointment.ts'
import { presentBooked, presentOwn } from './own-appointment-rows.ts'
import { guestBooker, signedInBooker } from './patient.ts'
import { appointmentPlan } from './planner.ts'
import { plannerChoices } from './planner-choices.ts'
import { rescheduleOwnAppointment } from './reschedule-own-appointment.ts'
import { holdSlot, releaseHold } from './slot-holds.ts'
import { slotsToRescheduleTo, weeklyAvailability } from './weekly-availability.ts'

export const bookingRoutes = {
  'GET public/weekly-availability/': ({ query }, call) => weeklyAvailability(call, query),

  'GET admin/appointment-planner/': ({ query }, call) => appointmentPlan(call, query),
  'GET admin/appointment-planner/choices/': (_request, call) => plannerChoices(call),

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

  'GET private/appointments/': async ({ query }, call) => {
    const page = await listPage(ownAppointments, ownAppointmentRows(call, query.when), query)
    return {
      count: page.count,
      results: page.results.map((row) => presentOwn(row, call, 'private')),
    }
  },
  'POST public/appointments/find/': ({ body }, call) => findAppointment(call, body),
  'GET public/appointments/{id}/': ({ params }, call) =>
    readOwnAppointment(call, byGuestToken(call), params.id),
  'GET private/appointments/{id}/': ({ params }, call) =>
    readOwnAppointment(call, byPerson(call), params.id),
  'GET public/appointments/{id}/calendar.ics': ({ params }, call) =>
    ownCalendarFile(call, byGuestToken(call), params.id),
  'GET private/appointments/{id}/calendar.ics': ({ params }, call) =>
    ownCalendarFile(call, byPerson(call), params.id),
  'GET public/appointments/{id}/weekly-availability/': ({ params, query }, call) =>
    slotsToRescheduleTo(call, byGuestToken(call), params.id, query),
  'GET private/appointments/{id}/weekly-availability/': ({ params, query }, call) =>
    slotsToRescheduleTo(call, byPerson(call), params.id, query),
  'PUT public/appointments/{id}/': ({ params, body, query }, call) =>
    rescheduleOwnAppointment(call, byGuestToken(call), params.id, body, query.key),
  'PUT private/appointments/{id}/': ({ params, body, query }, call) =>
    rescheduleOwnAppointment(call, byPerson(call), params.id, body, query.key),
  'GET public/appointments/{id}/new-times/': ({ params }, call) =>
    newTimes(call, byGuestToken(call), params.id),
  'GET private/appointments/{id}/new-times/': ({ params }, call) =>
    newTimes(call, byPerson(call), params.id),
  'PUT public/appointments/{id}/attendance/': ({ params, body }, call) =>
    answerAttendance(call, byGuestToken(call), params.id, body),
  'PUT private/appointments/{id}/attendance/': ({ params, body }, call) =>
    answerAttendance(call, byPerson(call), params.id, body),
  'DELETE public/appointments/{id}/': ({ params, body }, call) =>
    cancelOwnAppointment(call, byGuestToken(call), params.id, body),
  'DELETE private/appointments/{id}/': ({ params, body }, call) =>
    cancelOwnAppointment(call, byPerson(call), params.id, body),
} satisfies Handlers
