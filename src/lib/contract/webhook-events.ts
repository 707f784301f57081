import { z } from 'zod'
import { AppointmentStatus } from './booking.ts'
import { id, instant, version } from './fields.ts'

export const webhookEvents = [
  'appointment.booked',
  'appointment.rescheduled',
  'appointment.cancelled',
  'appointment.did_not_attend',
  'appointment.completed',
  'vaccination.recorded',
  'vaccination.corrected',
  'vaccination.entered_in_error',
] as const

export const TEST_EVENT = 'webhook.test'
export const deliveredEvents = [...webhookEvents, TEST_EVENT] as const
export type DeliveredEvent = (typeof deliveredEvents)[number]

/**
 * It is as it was when it happened. `version` tells what came first, since deliveries may overtake.
 */
const AppointmentEventData = z.strictObject({
  appointment_id: id,
  version,
  status: AppointmentStatus,
  start: instant,
  duration: z.int().positive(),
  appointment_type_id: id,
  site_id: id,
  staff_id: id,
})

const VaccinationEventData = z.strictObject({
  vaccination_id: id,
  version,
  status: z.enum(['given', 'not_given', 'historical', 'entered_in_error']),
  date_administered: instant,
  vaccine_product_id: id,
  staff_id: id.nullable(),
  appointment_id: id.nullable(),
  site_id: id.nullable(),
})

const dataSchema = (event: DeliveredEvent) => {
  if (event === TEST_EVENT) return z.strictObject({})
  return event.startsWith('vaccination.') ? VaccinationEventData : AppointmentEventData
}

/** Nothing in it says who somebody is (https://www.standardwebhooks.com). */
export const webhookPayload = (event: DeliveredEvent) =>
  z.strictObject({ type: z.literal(event), timestamp: instant, data: dataSchema(event) })
