import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { givenDose } from '../../machines/vaccinations/vaccination-recording.catalogue.ts'

/** At a flu vaccination; nothing was given today. */
export const start: VaccinationStart = {
  patient: {
    id: 9,
    full_name: 'Ada Byron',
    dob: '1987-03-04',
    nhs_number: '9434765919',
    is_deceased: false,
  },
  allergies: {
    items: [{ id: 2, name: 'Penicillin', description: '' }],
    none_known: false,
    stated: null,
    stated_by_name: '',
    version: 1,
  },
  consents: [],
  alerts: [{ level: 'warning', text: 'Fainted after an injection' }],
  products: [
    {
      id: 5,
      name: 'Influvac Tetra',
      price: '18.50',
      doses_required: 1,
      booster_interval_weeks: 13,
      is_usual: false,
      due_on: null,
    },
  ],
  batches: [
    {
      vaccine_product_id: 5,
      batch_number: 'FL123',
      expiry_date: '2027-06-30',
      manufacturer: 'Viatris',
      route_of_administration: 'intramuscular',
      used_today: false,
    },
  ],
  may: { record: true },
  count: 1,
  results: [givenDose],
}

/** The clinician has used a batch today at such an appointment; the patient sent a consent form. */
export const routineStart: VaccinationStart = {
  ...start,
  products: start.products.map((product) => ({ ...product, is_usual: true })),
  batches: start.batches.map((batch) => ({ ...batch, used_today: true })),
  consents: [
    {
      form_id: 31,
      form_name: 'Flu vaccination consent',
      submitted: '2026-08-04T09:00:00.000Z',
      submitted_by_name: 'Ada Byron',
    },
  ],
}
