import type { OfferingRequest, offeringMachine } from '#machines/waiting-list/offering.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const who = { id: 12, patient: 'Ada Byron' }

export const requests = {
  offer: { ...who, action: { kind: 'offer', start: '2026-08-10T08:30:00.000Z', siteId: 1 } },
  withdraw: { ...who, action: { kind: 'withdraw', offerId: 31 } },
  remove: { ...who, action: { kind: 'remove' } },
} satisfies Record<string, OfferingRequest>

export const offeringCatalogue = {
  events: {
    'times.requested': [{ type: 'times.requested', who }],
    'times.retried': [{ type: 'times.retried' }],
    'time.chosen': [{ type: 'time.chosen', start: '2026-08-10T08:30:00.000Z', siteId: 1 }],
    'action.chosen': [
      { type: 'action.chosen', request: requests.withdraw },
      { type: 'action.chosen', request: requests.remove },
    ],
    'removal.confirmed': [{ type: 'removal.confirmed' }],
    'dialog.closed': [{ type: 'dialog.closed' }],
    'action.retried': [{ type: 'action.retried' }],
    'problem.read': [{ type: 'problem.read' }],
  },
  results: {
    loadTimes: { done: [undefined] },
    applyAction: {
      done: [{ kind: 'done' }],
      refused: [{ kind: 'refused', reason: 'This time is no longer free.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof offeringMachine>
