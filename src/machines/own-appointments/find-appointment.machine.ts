import type { AppointmentSearch } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { requestMachine } from '../request.ts'

type FindAppointmentResult =
  | { kind: 'found' }
  | { kind: 'notFound' }
  | { kind: 'refused'; fields: FieldErrors }
  /** Too many tries; the detail says how long to wait. */
  | { kind: 'limited'; detail: string }

export const findAppointmentMachine = requestMachine<AppointmentSearch, FindAppointmentResult>(
  'findAppointment',
  {
    answers: { found: 'closed', notFound: 'open', refused: 'open', limited: 'open' },
    resetIn: ['found'],
  },
)
