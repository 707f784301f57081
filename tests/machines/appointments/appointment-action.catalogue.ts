import { toldAsUsual } from '#islands/appointments/tell-patient.ts'
import type {
  ActOnAppointmentResult,
  AppointmentActionEvent,
  ReadAppointmentResult,
} from '#machines/appointments/appointment-action.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const tell = toldAsUsual

export const appointmentActionCatalogue = {
  events: {
    'reading.retried': [{ type: 'reading.retried' }],
    'completing.requested': [{ type: 'completing.requested' }],
    'completing.confirmed': [
      {
        type: 'completing.confirmed',
        completion: { outcomeIds: [6, 7], clinicianNotes: 'Sore arm', unfinishedReason: '' },
      },
    ],
    'notes.requested': [{ type: 'notes.requested' }],
    'notes.confirmed': [{ type: 'notes.confirmed', clinicianNotes: 'Sore arm' }],
    'absence.chosen': [{ type: 'absence.chosen' }],
    'absence.requested': [{ type: 'absence.requested' }],
    'absence.confirmed': [{ type: 'absence.confirmed', tell }],
    'cancelling.requested': [{ type: 'cancelling.requested' }],
    'rescheduling.requested': [{ type: 'rescheduling.requested' }],
    'changing.requested': [{ type: 'changing.requested' }],
    'changing.confirmed': [
      { type: 'changing.confirmed', requested: { typeId: 8, duration: 45 }, tell },
    ],
    'undoing.chosen': [{ type: 'undoing.chosen', isMove: false }],
    'correcting.requested': [{ type: 'correcting.requested' }],
    'correcting.confirmed': [{ type: 'correcting.confirmed', reason: 'Came after all', tell }],
    'asking.dropped': [{ type: 'asking.dropped' }],
    'cancelling.confirmed': [{ type: 'cancelling.confirmed', notes: 'The clinician is ill', tell }],
    'rescheduling.confirmed': [
      {
        type: 'rescheduling.confirmed',
        start: '2026-08-05T09:30:00.000Z',
        staffId: 3,
        crossing: null,
        tell,
      },
      {
        type: 'rescheduling.confirmed',
        start: '2026-08-05T10:30:00.000Z',
        staffId: 3,
        crossing: {
          from: 'Harbour Street',
          to: 'Quay Lane',
          place: '11:30am on Wednesday 5 August 2026, Samir Okafor',
        },
        tell,
      },
    ],
    'site.confirmed': [{ type: 'site.confirmed' }],
    'change.accepted': [{ type: 'change.accepted' }],
    'acting.retried': [{ type: 'acting.retried' }],
    'acting.dropped': [{ type: 'acting.dropped' }],
  },
  results: {
    readAppointment: {
      read: [{ kind: 'read' }],
      notFound: [{ kind: 'notFound' }],
      notAllowed: [{ kind: 'notAllowed' }],
    },
    actOnAppointment: {
      done: [{ kind: 'done' }],
      stale: [{ kind: 'stale', change: 'Rosa Staff moved this appointment at 9am.' }],
      refused: [{ kind: 'refused', reason: 'The clinician is occupied.', fields: {} }],
    },
  },
  delays: {},
} satisfies Catalogue<
  AppointmentActionEvent,
  { readAppointment: ReadAppointmentResult; actOnAppointment: ActOnAppointmentResult }
>
