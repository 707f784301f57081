import type { vaccinationChangeMachine } from '#machines/vaccinations/vaccination-change.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'
import { givenDose, sameDay } from './vaccination-recording.catalogue.ts'

export const MISTYPED = 'The batch number was mistyped'
export const STALE = 'Samir Okafor changed this record at 9:40am on Wednesday 5 August 2026.'
export const EXPIRED_THEN = 'This batch had expired. Use another batch.'

export const correctedDose = {
  vaccine_product_id: 5,
  staff_id: 3,
  batch_number: 'FL132',
  expiry_date: '2027-06-30',
  manufacturer: 'Viatris',
  dose_number: 2,
  date_administered: '2026-08-05T08:35:00.000Z',
  route_of_administration: 'intramuscular',
  site_of_administration: 'left_deltoid',
  was_administered: true,
  not_given_reason: '',
  consent_obtained: true,
  booster_due_date: '2026-11-04',
  adverse_reactions: '',
  is_historical: false,
  external_clinic_name: '',
  external_clinic_address: '',
  administered_by: '',
  notes: '',
  price: '18.50',
  reason: MISTYPED,
} as const

/** As somebody else has left it meanwhile. */
export const changedDose = {
  ...givenDose,
  version: 2,
  dose_number: 1,
  corrections: [
    {
      at: '2026-08-05T08:40:00.000Z',
      by_name: 'Samir Okafor',
      reason: 'It was the first',
      changes: [{ field: 'dose_number', from: 2, to: 1 }],
    },
  ],
}

export const vaccinationChangeCatalogue = {
  events: {
    'reading.retried': [{ type: 'reading.retried' }],
    'change.submitted': [
      { type: 'change.submitted', change: { kind: 'correct', correction: correctedDose } },
    ],
    'warnings.confirmed': [{ type: 'warnings.confirmed' }],
    'warnings.left': [{ type: 'warnings.left' }],
    'changing.retried': [{ type: 'changing.retried' }],
  },
  results: {
    readVaccination: {
      read: [{ kind: 'read', record: givenDose }],
      notFound: [{ kind: 'notFound' }],
      notAllowed: [{ kind: 'notAllowed' }],
    },
    changeVaccination: {
      changed: [{ kind: 'changed' }],
      stale: [{ kind: 'stale', change: STALE }],
      warned: [{ kind: 'warned', warnings: [sameDay.text] }],
      refused: [{ kind: 'refused', reason: EXPIRED_THEN, fields: { expiry_date: [EXPIRED_THEN] } }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof vaccinationChangeMachine>
