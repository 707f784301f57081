import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import type { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import type { VaccinationRecordingContext } from '#machines/vaccinations/vaccination-recording.types.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const FIRST_KEY = 'first-recording'
export const SECOND_KEY = 'second-recording'

/** A dose of this morning, with the next one due. */
export const givenDose: VaccinationRecord = {
  id: 71,
  url: 'https://carelane.example/api/admin/vaccinationhistories/71/',
  patient_id: 9,
  patient_name: 'Ada Byron',
  appointment_id: 41,
  vaccine_product_id: 5,
  product_name: 'Influvac Tetra',
  batch_number: 'FL123',
  expiry_date: '2027-06-30',
  manufacturer: 'Viatris',
  dose_number: 2,
  date_administered: '2026-08-05T08:35:00.000Z',
  given_on: '2026-08-05',
  route_of_administration: 'intramuscular',
  site_of_administration: 'left_deltoid',
  was_administered: true,
  not_given_reason: '',
  consent_obtained: true,
  booster_due_date: '2026-11-04',
  is_next_dose_open: true,
  adverse_reactions: '',
  is_historical: false,
  external_clinic_name: '',
  external_clinic_address: '',
  administered_by: '',
  staff_id: 3,
  staff_name: 'Samir Okafor',
  site_name: 'Quay Street',
  service_slug: 'flu-vaccination',
  notes: '',
  price: '18.50',
  created: '2026-08-05T08:35:00.000Z',
  modified: '2026-08-05T08:35:00.000Z',
  version: 1,
  entered_in_error: null,
  change_reason: '',
  may: { change: true, mark_as_entered_in_error: true },
  corrections: [],
}

const chosenProduct = {
  vaccine_product_id: 5,
  batch_number: 'FL123',
  expiry_date: '2027-06-30',
  manufacturer: 'Viatris',
}

export const sameDay = {
  code: 'same_day',
  text: 'Influvac Tetra is already recorded for this day.',
} as const

export const EXPIRED = 'This batch had expired. Use another batch.'
export const TOO_EARLY = 'Enter a date after this dose.'

export const vaccinationRecordingCatalogue = {
  events: {
    'reading.retried': [{ type: 'reading.retried' }],
    'patient.confirmed': [{ type: 'patient.confirmed' }],
    'consent.entered': [
      { type: 'consent.entered', entered: { consent_obtained: true, was_administered: true } },
      { type: 'consent.entered', entered: { consent_obtained: false, was_administered: false } },
    ],
    'product.entered': [{ type: 'product.entered', entered: chosenProduct }],
    'check.retried': [{ type: 'check.retried' }],
    'warning.confirmed': [{ type: 'warning.confirmed', text: sameDay.text }],
    'dose.withheld': [{ type: 'dose.withheld' }],
    'administration.entered': [
      {
        type: 'administration.entered',
        entered: {
          route_of_administration: 'intramuscular',
          site_of_administration: 'left_deltoid',
          dose_number: 2,
        },
      },
    ],
    'outcome.entered': [
      { type: 'outcome.entered', entered: { was_administered: true, not_given_reason: '' } },
      {
        type: 'outcome.entered',
        entered: { was_administered: false, not_given_reason: 'unwell' },
      },
    ],
    'reactions.entered': [{ type: 'reactions.entered', entered: { adverse_reactions: '' } }],
    'nextDose.entered': [{ type: 'nextDose.entered', entered: { booster_due_date: '2026-11-04' } }],
    'section.reopened': [{ type: 'section.reopened', section: 'product' }],
    'recording.confirmed': [{ type: 'recording.confirmed' }],
    'recording.retried': [{ type: 'recording.retried' }],
    'another.requested': [{ type: 'another.requested', idempotencyKey: SECOND_KEY }],
  },
  results: {
    readVaccinations: {
      read: [{ kind: 'read' }],
      notFound: [{ kind: 'notFound' }],
      notAllowed: [{ kind: 'notAllowed', reason: 'You can only see your own appointments.' }],
    },
    checkVaccination: {
      checked: [
        { kind: 'checked', warnings: [], suggested_dose_number: 2, booster_due_date: '2026-11-04' },
        {
          kind: 'checked',
          warnings: [sameDay],
          suggested_dose_number: 2,
          booster_due_date: '2026-11-04',
        },
      ],
      refused: [{ kind: 'refused', reason: EXPIRED, fields: { expiry_date: [EXPIRED] } }],
    },
    recordVaccination: {
      recorded: [{ kind: 'recorded', record: givenDose }],
      unconfirmed: [{ kind: 'unconfirmed' }],
      refused: [{ kind: 'refused', reason: TOO_EARLY, fields: { booster_due_date: [TOO_EARLY] } }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof vaccinationRecordingMachine>

/** In whichever order they were done. */
export const distinguishRecordings = ({ done, entered }: VaccinationRecordingContext) => [
  done.toSorted(),
  entered.was_administered ?? true,
]
