import { chosenIds } from '../admin/written-addresses.ts'
import type { Handlers } from '../http/implement.ts'
import { endAppointmentLinks } from '../identity/guest-links.ts'
import { bookForPatient, bookSeries } from './book-for-patient.ts'
import { changeAppointment, readAppointment } from './change-appointment.ts'
import { cancelAppointment, completeAppointment, markAsDidNotAttend } from './change-status.ts'
import { checkAvailability } from './check-availability.ts'
import { presentClinicAppointment } from './clinic-appointment-rows.ts'
import { reinstateAppointment } from './reinstate-appointment.ts'

export const clinicAppointmentRoutes = {
  'GET admin/appointments/{id}/': async ({ params }, call) =>
    presentClinicAppointment(await readAppointment(call, params.id), call),

  'POST admin/appointments/': async ({ body }, call) =>
    presentClinicAppointment(await bookForPatient(call, body), call),
  'POST admin/appointments/series/': async ({ body }, call) => {
    const rows = await bookSeries(call, body)
    return {
      count: rows.length,
      results: rows.map((row) => presentClinicAppointment(row, call)),
    }
  },

  'PUT admin/appointments/{id}/': async ({ params, body }, call) =>
    presentClinicAppointment(await changeAppointment(call, params.id, body), call),
  'DELETE admin/appointments/{id}/': async ({ params, body }, call) =>
    presentClinicAppointment(await cancelAppointment(call, params.id, body), call),
  'PUT admin/appointments/{id}/complete_appointment/': async ({ params, body }, call) => {
    const { outcomes = [], outcome_ids, ...completion } = body
    const chosen = chosenIds(call, { field: 'outcomes', from: 'appointmentoutcomes' }, outcomes)
    const completed = await completeAppointment(call, params.id, {
      ...completion,
      outcome_ids: outcome_ids ?? chosen,
    })
    return presentClinicAppointment(completed, call)
  },
  'PATCH admin/appointments/{id}/mark_as_did_not_attend/': async ({ params, body }, call) =>
    presentClinicAppointment(await markAsDidNotAttend(call, params.id, body), call),
  'PUT admin/appointments/{id}/reinstate_appointment/': async ({ params, body }, call) =>
    presentClinicAppointment(await reinstateAppointment(call, params.id, body), call),

  'POST admin/appointments/{id}/end-links/': ({ params }, call) =>
    endAppointmentLinks(call, params.id),

  'GET admin/check-availability/': ({ query }, call) => checkAvailability(call, query),
} satisfies Handlers
