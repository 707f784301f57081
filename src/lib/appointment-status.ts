import type { z } from 'zod'
import type { AppointmentStatus } from './contract/booking.ts'

type Status = z.infer<typeof AppointmentStatus>

/** What people call each status of an appointment, in the order of an appointment's life. */
export const appointmentStatuses: Record<Status, string> = {
  booked: 'Booked',
  completed: 'Completed',
  did_not_attend: 'Did not attend',
  cancelled: 'Cancelled',
}

/** A status in words; its own name where there are none. */
export const statusWords = (status: string) =>
  Object.hasOwn(appointmentStatuses, status) ? appointmentStatuses[status as Status] : status
