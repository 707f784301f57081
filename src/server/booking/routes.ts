import type { Handlers } from '../http/implement.ts'
import { appointmentBookingRoutes } from './book-appointment.ts'
import { nextAvailable } from './next-available.ts'
import { slotHoldRoutes } from './slot-holds.ts'
import { weeklyAvailability } from './weekly-availability.ts'

export const bookingRoutes = {
  'GET public/weekly-availability/': ({ query }, call) => weeklyAvailability(call, query),
  'GET public/next-available/': ({ query }, call) => nextAvailable(call, query),
  ...slotHoldRoutes,
  ...appointmentBookingRoutes,
} satisfies Handlers
