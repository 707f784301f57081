import type {
  LoadTimesResult,
  NewTimeEvent,
  TakeTimeResult,
} from '#machines/own-appointments/new-time.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const suggested = { start: '2026-08-07T09:00:00.000Z', siteId: 1 }

export const newTimeCatalogue = {
  events: {
    'loading.retried': [{ type: 'loading.retried' }],
    'time.chosen': [{ type: 'time.chosen', ...suggested }],
  },
  results: {
    loadTimes: { needed: [{ kind: 'needed' }], notNeeded: [{ kind: 'notNeeded' }] },
    takeTime: {
      moved: [{ kind: 'moved' }],
      taken: [{ kind: 'taken' }],
      outdated: [{ kind: 'outdated' }],
      unsent: [{ kind: 'unsent' }],
    },
  },
  delays: {},
} satisfies Catalogue<NewTimeEvent, { loadTimes: LoadTimesResult; takeTime: TakeTimeResult }>
