import { ownAppointments } from '#lib/contract/booking.ts'
import { slotsToRescheduleTo } from '../booking/weekly-availability.ts'
import type { Handlers } from '../http/implement.ts'
import { listPage } from '../resources/list.ts'
import { ownCalendarFile } from './calendar-file.ts'
import { findAppointment } from './find-appointment.ts'
import { newTimes } from './new-times.ts'
import {
  answerAttendance,
  byGuestToken,
  byPerson,
  cancelOwnAppointment,
  ownAppointmentRows,
  readOwnAppointment,
} from './own-appointment.ts'
import { presentOwn } from './own-appointment-rows.ts'
import { rescheduleOwnAppointment } from './reschedule-own-appointment.ts'

export const ownAppointmentRoutes = {
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
