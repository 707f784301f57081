import type { DeliveredEvent } from '../contract/webhook-events.ts'

export const webhookEventLabels: Readonly<Record<DeliveredEvent, string>> = {
  'appointment.booked': 'Appointment booked',
  'appointment.rescheduled': 'Appointment moved',
  'appointment.cancelled': 'Appointment cancelled',
  'appointment.did_not_attend': 'Did not attend',
  'appointment.completed': 'Appointment completed',
  'vaccination.recorded': 'Vaccination recorded',
  'vaccination.corrected': 'Vaccination corrected',
  'vaccination.entered_in_error': 'Vaccination entered in error',
  'webhook.test': 'Test',
}
