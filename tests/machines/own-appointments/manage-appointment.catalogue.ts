import type { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const manageCatalogue = {
  events: {
    'loading.retried': [{ type: 'loading.retried' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'reading.requested': [{ type: 'reading.requested' }],
    'cancellation.requested': [{ type: 'cancellation.requested' }],
    'cancellation.dropped': [{ type: 'cancellation.dropped' }],
    'cancellation.confirmed': [{ type: 'cancellation.confirmed', notes: 'Feeling better' }],
  },
  results: {
    loadAppointment: {
      upcoming: [{ kind: 'upcoming' }],
      cancelled: [{ kind: 'cancelled' }],
      tooLate: [{ kind: 'tooLate' }],
      notFound: [{ kind: 'notFound' }],
      signedOut: [{ kind: 'signedOut' }],
    },
    cancelAppointment: {
      cancelled: [{ kind: 'cancelled' }],
      tooLate: [{ kind: 'tooLate' }],
      notFound: [{ kind: 'notFound' }],
      signedOut: [{ kind: 'signedOut' }],
      unsent: [{ kind: 'unsent' }],
      changed: [{ kind: 'changed' }],
      refused: [
        { kind: 'refused', fields: { cancellation_notes: ['Use 1000 characters or fewer'] } },
      ],
    },
  },
  delays: {},
} satisfies Catalogue<typeof manageAppointmentMachine>
