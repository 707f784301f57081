import type { vaccinationBulkUpdateMachine } from '#machines/vaccinations/vaccination-bulk-update.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const chosenDoses = [
  {
    id: 71,
    version: 1,
    name: 'Ada Byron, Influvac Tetra, 5\u00a0August 2026',
    href: '/clinic/record-details?appointment_id=41',
  },
  {
    id: 72,
    version: 3,
    name: 'Grace Moss, Influvac Tetra, 5\u00a0August 2026',
    href: '/clinic/record-details?patient_id=12',
  },
]
export const batchUpdate = { set: { batch_number: 'FL132' }, reason: 'Mistyped all day' }
export const NO_LONGER = 'You do not have permission to do this.'
export const CHANGED_SINCE = 'Someone has changed this record since.'

const all = { changed: 2, unchanged: 0, refused: [], next_doses: [], warnings: [] }

export const vaccinationBulkUpdateCatalogue = {
  events: {
    'gathering.retried': [{ type: 'gathering.retried' }],
    'preview.requested': [{ type: 'preview.requested', update: batchUpdate }],
    'refused.excluded': [{ type: 'refused.excluded' }],
    'update.reopened': [{ type: 'update.reopened' }],
    'update.confirmed': [{ type: 'update.confirmed' }],
  },
  results: {
    gatherVaccinations: {
      gathered: [{ kind: 'gathered', records: chosenDoses }],
      tooMany: [{ kind: 'tooMany' }],
      refused: [{ kind: 'refused', reason: NO_LONGER }],
    },
    updateVaccinations: {
      answered: [
        { kind: 'answered', ...all },
        {
          kind: 'answered',
          changed: 1,
          unchanged: 0,
          refused: [{ id: 72, detail: CHANGED_SINCE }],
          next_doses: [],
          warnings: [],
        },
      ],
      refused: [{ kind: 'refused', reason: NO_LONGER }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof vaccinationBulkUpdateMachine>
