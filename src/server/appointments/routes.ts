import type { Handlers } from '../http/implement.ts'
import { endAppointmentLinks } from '../identity/guest-links.ts'
import { bookingForPatientRoutes } from './book-for-patient.ts'
import { appointmentChangeRoutes } from './change-appointment.ts'
import { statusChangeRoutes } from './change-status.ts'
import { checkAvailability } from './check-availability.ts'
import { presentClinicAppointment } from './clinic-appointment-rows.ts'
import { reinstateAppointment } from './reinstate-appointment.ts'

export const clinicAppointmentRoutes = {
  ...appointmentChangeRoutes,
  ...bookingForPatientRoutes,
  ...statusChangeRoutes,
  'PUT admin/appointments/{id}/reinstate_appointment/': async ({ params, body }, call) =>
    presentClinicAppointment(await reinstateAppointment(call, params.id, body), call),

  'POST admin/appointments/{id}/end-links/': ({ params }, call) =>
    endAppointmentLinks(call, params.id),

  'GET admin/check-availability/': ({ query }, call) => checkAvailability(call, query),
} satisfies Handlers
