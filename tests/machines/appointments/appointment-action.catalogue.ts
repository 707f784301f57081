import { usualNotification } from '#islands/appointments/notify-patient.ts'
import type {
  AppointmentAction,
  appointmentActionMachine,
} from '#machines/appointments/appointment-action.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const notification = usualNotification

const confirmed = (action: AppointmentAction) => ({ type: 'action.confirmed', action }) as const

export const appointmentActionCatalogue = {
  events: {
    'reading.retried': [{ type: 'reading.retried' }],
    'action.requested': [
      { type: 'action.requested', kind: 'complete' },
      { type: 'action.requested', kind: 'writeNotes' },
      { type: 'action.requested', kind: 'didNotAttend' },
      { type: 'action.requested', kind: 'cancel' },
      { type: 'action.requested', kind: 'reschedule' },
      { type: 'action.requested', kind: 'change' },
      { type: 'action.requested', kind: 'reinstate' },
    ],
    'action.chosen': [
      { type: 'action.chosen', action: { kind: 'didNotAttend' } },
      { type: 'action.chosen', action: { kind: 'reinstate', reason: '' } },
    ],
    'action.confirmed': [
      confirmed({
        kind: 'complete',
        outcomeIds: [6, 7],
        clinicianNotes: 'Sore arm',
        unfinishedReason: '',
      }),
      confirmed({ kind: 'writeNotes', clinicianNotes: 'Sore arm' }),
      confirmed({ kind: 'didNotAttend', notification }),
      confirmed({ kind: 'cancel', notes: 'The clinician is ill', notification }),
      confirmed({
        kind: 'reschedule',
        start: '2026-08-05T09:30:00.000Z',
        staffId: 3,
        branchChange: null,
        notification,
      }),
      confirmed({
        kind: 'reschedule',
        start: '2026-08-05T10:30:00.000Z',
        staffId: 3,
        branchChange: {
          from: 'Harbour Street',
          to: 'Quay Lane',
          place: '11:30am on Wednesday 5 August 2026, Samir Okafor',
        },
        notification,
      }),
      confirmed({ kind: 'change', requested: { typeId: 8, duration: 45 }, notification }),
      confirmed({ kind: 'reinstate', reason: 'Came after all', notification }),
    ],
    'asking.dropped': [{ type: 'asking.dropped' }],
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
} satisfies Catalogue<typeof appointmentActionMachine>
