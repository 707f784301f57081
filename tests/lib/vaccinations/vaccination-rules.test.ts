import { describe, expect, test } from 'vitest'
import {
  nextDoseDate,
  suggestedDoseNumber,
  type VaccinationFacts,
  vaccinationErrors,
  vaccinationWarnings,
} from '#lib/vaccinations/vaccination-rules.ts'

const product = {
  name: 'Yellow fever vaccine',
  description: 'Grown in eggs.',
  isActive: true,
  dosesRequired: 1,
  intervalWeeks: null as number | null,
}

const routine: VaccinationFacts = {
  givenOn: '2026-11-24',
  isInFuture: false,
  isHistorical: false,
  isNewRecord: true,
  wasAdministered: true,
  notGivenReason: '',
  hasConsent: true,
  batchNumber: 'AB123',
  expiryDate: '2026-11-24',
  boosterDueDate: null,
  hasClinician: true,
  externalClinicName: '',
  patient: { dob: '1980-02-29', isDeceased: false },
  product,
  earlier: [],
  allergies: [],
  missingCompetencies: [],
}
const told: VaccinationFacts = {
  ...routine,
  isHistorical: true,
  hasClinician: false,
  hasConsent: false,
  batchNumber: '',
  expiryDate: null,
  externalClinicName: 'Millbrook',
}
const notGiven: VaccinationFacts = {
  ...routine,
  wasAdministered: false,
  notGivenReason: 'unwell',
  hasConsent: false,
  batchNumber: '',
  expiryDate: null,
}

describe('nothing is wrong with', () => {
  test.each<[string, VaccinationFacts]>([
    ['a dose on the last day of its batch', routine],
    ['a dose from elsewhere whose batch nobody knows', told],
    ['a dose that was not given, without consent and batch', notGiven],
    ['an expired batch that was not given', { ...notGiven, expiryDate: '2020-01-01' }],
    ['a past dose of somebody who has died', { ...told, patient: { dob: null, isDeceased: true } }],
    [
      'a correction of a record whose product is no longer given',
      { ...routine, isNewRecord: false, product: { ...product, isActive: false } },
    ],
    [
      'an old dose from elsewhere of a product no longer given',
      { ...told, product: { ...product, isActive: false } },
    ],
  ])('%s', (_, facts) => {
    expect(vaccinationErrors(facts)).toEqual({})
  })
})

test.each<[string, Partial<VaccinationFacts>, field: string]>([
  ['the day after the batch expired', { givenOn: '2026-11-25' }, 'expiry_date'],
  ['a time in the future', { isInFuture: true }, 'date_administered'],
  ['a day before birth', { givenOn: '1980-02-28', expiryDate: '1980-12-31' }, 'date_administered'],
  ['a patient who has died', { patient: { dob: null, isDeceased: true } }, 'non_field_errors'],
  [
    'a product that is no longer given',
    { product: { ...product, isActive: false } },
    'vaccine_product_id',
  ],
  ['a dose without consent', { hasConsent: false }, 'consent_obtained'],
  ['a dose without its batch', { batchNumber: '' }, 'batch_number'],
  ['a dose without its expiry date', { expiryDate: null }, 'expiry_date'],
  ['a dose that nobody gave', { hasClinician: false }, 'staff_id'],
  ['a clinician without the competency', { missingCompetencies: ['Travel health'] }, 'staff_id'],
  ['not given, without a reason', { wasAdministered: false }, 'not_given_reason'],
  ['given, with a reason why not', { notGivenReason: 'unwell' }, 'not_given_reason'],
  ['a next dose on the same day', { boosterDueDate: '2026-11-24' }, 'booster_due_date'],
  [
    'a next dose of what was not given',
    { wasAdministered: false, notGivenReason: 'refused', boosterDueDate: '2027-01-01' },
    'booster_due_date',
  ],
  [
    'another clinic’s name on our own dose',
    { externalClinicName: 'Millbrook' },
    'external_clinic_name',
  ],
  ['a clinician of ours on another’s dose', { isHistorical: true }, 'is_historical'],
])('refused: %s', (_, different, field) => {
  expect(Object.keys(vaccinationErrors({ ...routine, ...different }))).toEqual([field])
})

test('a correction answers for what it changes alone', () => {
  const facts = { ...routine, isNewRecord: false, hasConsent: false, missingCompetencies: ['Flu'] }
  const errors = (...changed: string[]) => Object.keys(vaccinationErrors(facts, new Set(changed)))
  expect(errors('notes', 'vaccine_product_id', 'batch_number', 'date_administered')).toEqual([])
  expect(errors('date_administered', 'given_on')).toEqual(['staff_id'])
  expect(errors('was_administered')).toEqual(['consent_obtained', 'staff_id'])
})

describe('warned of:', () => {
  const codes = (different: Partial<VaccinationFacts>) =>
    vaccinationWarnings({ ...routine, ...different }).map(({ code }) => code)
  const on = (givenOn: string) => ({ givenOn, doseNumber: null })
  const twoDoses = { ...product, dosesRequired: 2 }
  const yearly = { ...product, intervalWeeks: 52 }

  test('the same product on the same day, also where doses are missing', () => {
    expect(codes({ product: twoDoses, earlier: [on('2026-11-24')] })).toEqual(['same_day'])
  })
  test('one dose more than is needed', () => {
    expect(codes({ product: twoDoses, earlier: [on('2026-01-01')] })).toEqual([])
    const enough = [on('2026-01-01'), on('2026-03-01')]
    expect(codes({ product: twoDoses, earlier: enough })).toEqual(['too_many_doses'])
  })
  test('an interval that is one day too short, in either direction', () => {
    expect(codes({ product: yearly, earlier: [on('2025-11-25')] })).toEqual([])
    expect(codes({ product: yearly, earlier: [on('2025-11-26')] })).toEqual(['short_interval'])
    const earlierThanRecorded = { product: yearly, earlier: [on('2026-12-24')] }
    expect(codes(earlierThanRecorded)).toEqual(['short_interval'])
  })
  test('an allergy that the product or its description names', () => {
    expect(codes({ allergies: ['Eggs'] })).toEqual(['allergy'])
    expect(codes({ allergies: ['Egg protein'] })).toEqual(['allergy'])
    expect(codes({ allergies: ['Latex', 'Fish', 'Vaccine adhesive'] })).toEqual([])
  })
  test('nothing where it was not given', () => {
    const warned = { allergies: ['Eggs'], earlier: [on('2026-11-24')] }
    expect(codes({ ...notGiven, ...warned })).toEqual([])
  })
})

test('a dose number is suggested from recorded numbers alone', () => {
  expect(suggestedDoseNumber([])).toBeNull()
  expect(suggestedDoseNumber([{ givenOn: '2020-01-01', doseNumber: null }])).toBeNull()
  const recorded = [
    { givenOn: '2021-01-01', doseNumber: 2 },
    { givenOn: '2020-01-01', doseNumber: null },
  ]
  expect(suggestedDoseNumber(recorded)).toBe(3)
  expect(suggestedDoseNumber([{ givenOn: '2020-01-01', doseNumber: 20 }])).toBeNull()
})

test('the next dose is whole weeks later, across clock changes and leap days', () => {
  expect(nextDoseDate('2027-12-31', 9)).toBe('2028-03-03')
  expect(nextDoseDate('2026-11-24', null)).toBeNull()
})
