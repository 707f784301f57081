import type {
  FindAppointmentEvent,
  FindAppointmentResult,
} from '#machines/own-appointments/find-appointment.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const search = { reference: '7K3MQ-2XW9P', last_name: 'Byron', dob: '1984-03-09' }

export const findAppointmentCatalogue = {
  events: {
    'search.submitted': [{ type: 'search.submitted', search }],
    'page.returned': [{ type: 'page.returned' }],
  },
  results: {
    findAppointment: {
      found: [{ kind: 'found' }],
      notFound: [{ kind: 'notFound' }],
      refused: [{ kind: 'refused', fields: { dob: ['Enter a date of birth in the past'] } }],
      limited: [{ kind: 'limited', detail: 'Too many failed attempts.' }],
    },
  },
  delays: {},
} satisfies Catalogue<FindAppointmentEvent, { findAppointment: FindAppointmentResult }>
