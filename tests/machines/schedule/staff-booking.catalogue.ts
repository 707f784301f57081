import type {
  BookForPatientResult,
  StaffBookingEvent,
} from '#machines/schedule/staff-booking.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const staffBookingCatalogue = {
  events: {
    'booking.submitted': [
      {
        type: 'booking.submitted',
        booking: {
          appointment_type_id: 7,
          start: '2026-08-05T08:30:00.000Z',
          site_id: 1,
          staff_id: 3,
          patient_id: 9,
          notes: '',
          tell_patient: true,
          message: '',
        },
      },
    ],
  },
  results: {
    bookForPatient: {
      booked: [{ kind: 'booked' }],
      refused: [{ kind: 'refused', reason: 'The clinician is occupied.', fields: {} }],
    },
  },
  delays: {},
} satisfies Catalogue<StaffBookingEvent, { bookForPatient: BookForPatientResult }>
