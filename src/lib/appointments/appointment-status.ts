import type { z } from 'zod'
import type { AppointmentStatus } from '../contract/booking.ts'

type Status = z.infer<typeof AppointmentStatus>

export const appointmentStatuses: Record<Status, string> = {
  booked: 'Booked',
  completed: 'Completed',
  did_not_attend: 'Did not attend',
  cancelled: 'Cancelled',
}

export const statusLabels = (status: string) =>
  Object.hasOwn(appointmentStatuses, status) ? appointmentStatuses[status as Status] : status
