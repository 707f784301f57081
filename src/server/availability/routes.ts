import { statedFields } from '#lib/contract/stored-fields.ts'
import type { Handlers } from '../http/implement.ts'
import {
  keepOrphanedAppointments,
  listOrphaned,
  reopenOrphaned,
} from '../orphaned/orphaned-appointments.ts'
import { presentAvailability } from './availability-rows.ts'
import {
  changeAvailability,
  createAvailability,
  deleteAvailability,
} from './change-availability.ts'
import { availabilityChoices, listAvailabilities, readAvailability } from './list-availabilities.ts'
import { availableAppointmentTypes, staffAppointmentTypes } from './offered-types.ts'
import { previewAvailability } from './preview-availability.ts'
import { undoAvailabilityChange } from './undo-change.ts'

export const availabilityRoutes = {
  'GET admin/availability-choices/': ({ query }, call) => availabilityChoices(call, query),
  'GET admin/availabilities/': ({ query }, call) => listAvailabilities(call, query),
  'GET admin/availabilities/{id}/': ({ params }, call) => readAvailability(call, params.id),
  'POST admin/availabilities/': async ({ body }, call) => {
    const { pin_code: pin, ...rule } = body
    const row = await createAvailability(call, rule, pin)
    return presentAvailability(row, call.viewer, call.apiUrl)
  },
  'PUT admin/availabilities/{id}/': async ({ params, body }, call) => {
    const { pin_code: pin, scope, date, version, resolutions, ...rule } = body
    const request = { id: params.id, scope, date, version, resolutions, pin }
    const row = await changeAvailability(call, request, statedFields(rule))
    return presentAvailability(row, call.viewer, call.apiUrl)
  },
  'DELETE admin/availabilities/{id}/': async ({ params, body }, call) => {
    const { pin_code: pin, ...request } = body
    await deleteAvailability(call, { id: params.id, ...request, pin })
  },
  'POST admin/availabilities/{id}/undo/': ({ params }, call) =>
    undoAvailabilityChange(call, params.id),
  'POST admin/availabilities/preview/': ({ body }, call) => previewAvailability(call, body),
  'GET admin/clinic/orphaned-appointments/': ({ query }, call) => listOrphaned(call, query),
  'PUT admin/clinic/orphaned-appointments/{id}/kept/': ({ params, body }, call) =>
    keepOrphanedAppointments(call, params.id, body.version),
  'DELETE admin/clinic/orphaned-appointments/{id}/kept/': ({ params }, call) =>
    reopenOrphaned(call, params.id),
  'GET admin/staff_appointment_types/': ({ query }, call) => staffAppointmentTypes(call, query),
  'GET admin/available_appointment_types/': ({ query }, call) =>
    availableAppointmentTypes(call, query),
} satisfies Handlers
