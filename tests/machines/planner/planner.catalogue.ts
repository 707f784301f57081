import { usualNotification } from '#islands/appointments/notify-patient.ts'
import type { PlannerPlace, plannerMachine } from '#machines/planner/planner.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

/** Half past nine of the clinic's clock on Thursday 6 August 2026. */
export const plannedPlace: PlannerPlace = {
  date: '2026-08-06',
  start: '2026-08-06T08:30:00.000Z',
  end: '2026-08-06T08:45:00.000Z',
  site: { id: 3, slug: 'high-street', name: 'High Street' },
  clinician: { staffId: 7, name: 'Maya Clinician', roomId: 5 },
  type: { id: 11, name: 'Flu vaccination', duration: 15 },
  duration: 15,
}

export const plannerCatalogue = {
  events: {
    'date.chosen': [{ type: 'date.chosen', date: '2026-08-06' }],
    'date.closed': [{ type: 'date.closed' }],
    'time.chosen': [{ type: 'time.chosen', place: plannedPlace }],
    'time.changed': [{ type: 'time.changed' }],
    'patient.chosen': [
      {
        type: 'patient.chosen',
        patient: {
          id: 41,
          full_name: 'Ada Guest',
          dob: '1990-02-28',
          email: 'ada@example.test',
          mobile: '07700 900 123',
        },
      },
    ],
    'patient.changed': [{ type: 'patient.changed' }],
    'patient.dropped': [{ type: 'patient.dropped' }],
    'booking.confirmed': [
      {
        type: 'booking.confirmed',
        idempotencyKey: 'the-first-key',
        repeat: null,
        notes: '',
        notification: usualNotification,
      },
      {
        type: 'booking.confirmed',
        idempotencyKey: 'the-first-key',
        repeat: { everyWeeks: 2, times: 3 },
        notes: '',
        notification: usualNotification,
      },
    ],
    'booking.retried': [{ type: 'booking.retried' }],
    'booking.left': [{ type: 'booking.left' }],
    'another.requested': [
      { type: 'another.requested', samePatient: true },
      { type: 'another.requested', samePatient: false },
    ],
    'dates.revisited': [{ type: 'dates.revisited' }],
    'times.revisited': [{ type: 'times.revisited', date: '2026-08-06' }],
    'patient.revisited': [{ type: 'patient.revisited' }],
    'check.revisited': [{ type: 'check.revisited' }],
  },
  results: {
    bookPlanned: {
      booked: [
        {
          kind: 'booked',
          appointments: [
            {
              id: 91,
              reference: 'ABCD-2345',
              start: plannedPlace.start,
              clinician: { staffId: 7, name: 'Maya Clinician' },
            },
          ],
        },
      ],
      slotTaken: [{ kind: 'slotTaken', detail: 'This time is no longer free. Choose another.' }],
      unbookable: [
        {
          kind: 'unbookable',
          unbookable: [
            { occurrence: 1, reason: 'The clinician or the room is already booked at that time.' },
          ],
        },
      ],
      refused: [{ kind: 'refused', detail: 'This patient has another appointment at this time.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof plannerMachine>
