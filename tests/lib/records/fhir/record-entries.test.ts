import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type {
  FhirAppointment,
  FhirExporting,
  FhirPatient,
  FhirRecord,
  FhirVaccination,
} from '#lib/records/fhir/fhir-record.ts'
import { recordEntries } from '#lib/records/fhir/record-entries.ts'
import { findResources, problemsOfBundle, type Resource } from './validate-bundle.ts'

const exporting: FhirExporting = {
  uuidOf: (type, key) => {
    const hash = createHash('sha256').update(`${type}/${key}`).digest('hex')
    return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  },
  publicUrl: 'https://clinic.test',
  clinicName: 'Carelane',
}
const place = {
  address1: '1 High Street',
  address2: '',
  city: 'Otherby',
  county: '',
  postcode: 'ZZ9 9ZZ',
  telephone: '01632 960000',
  email: '',
}
const patient: FhirPatient = {
  ...place,
  id: 9,
  merged_ids: [],
  full_name: 'Ada Byron',
  first_name: 'Ada',
  last_name: 'Byron',
  title: 'Ms',
  dob: '1990-02-28',
  gender: 2,
  nhs_number: '9434765919',
  email: 'ada@example.com',
  mobile: '07700 900123',
  landline: '',
  is_active: true,
  is_deceased: false,
  gp_surgery: { ...place, id: 4, name: 'Mill Lane Surgery' },
}
const rosa = { id: 3, full_name: 'Rosa Whitfield' }
const site = { id: 5, name: 'Harbour Street' }
const dose: FhirVaccination = {
  id: 7,
  product_name: 'Flu vaccine',
  doses_required: 2,
  batch_number: 'FL123',
  expiry_date: '2026-06-30',
  manufacturer: 'Maker',
  dose_number: 1,
  date_administered: '2026-08-05T09:00:00.000Z',
  given_on: '2026-08-05',
  route_of_administration: 'intramuscular',
  site_of_administration: 'left_deltoid',
  was_administered: true,
  not_given_reason: '',
  booster_due_date: '2027-08-05',
  adverse_reactions: 'Sore arm',
  notes: '',
  is_historical: false,
  external_clinic_name: '',
  external_clinic_address: '',
  administered_by: '',
  entered_in_error: null,
  change_reason: '',
  created: '2026-08-05T09:01:00.000Z',
  clinician: rosa,
  site,
  appointment_id: 41,
}
const appointment: FhirAppointment = {
  id: 41,
  reference: 'ABCDE-FGHJK',
  status: 'completed',
  service: 'Flu vaccination',
  start: '2026-08-05T09:00:00.000Z',
  end: '2026-08-05T09:15:00.000Z',
  duration: 15,
  notes: 'Afraid of needles',
  cancellation_notes: '',
  created: '2026-08-01T09:00:00.000Z',
  clinician: rosa,
  site,
  form_ids: [],
}
const nothing: FhirRecord = {
  patient: { ...patient, gp_surgery: null },
  practitioners: [],
  sites: [],
  allergies: { items: [], none_known: false, stated: null, stated_by: null },
  vaccinations: [],
  appointments: [],
}
const staff = {
  practitioners: [
    {
      ...rosa,
      first_name: 'Rosa',
      last_name: 'Whitfield',
      title: '',
      registration_number: '2071234',
    },
  ],
  sites: [{ ...place, ...site }],
}
const everything: FhirRecord = {
  ...staff,
  patient,
  allergies: {
    items: [{ id: 1, name: 'Latex', description: '' }],
    none_known: false,
    stated: '2026-08-01T09:00:00.000Z',
    stated_by: { ...rosa, is_staff: true },
  },
  vaccinations: [dose],
  appointments: [appointment],
}

const toBundle = (record: FhirRecord) =>
  JSON.parse(
    JSON.stringify({
      resourceType: 'Bundle',
      type: 'collection',
      entry: recordEntries(record, exporting),
    }),
  ) as { entry: { fullUrl: string; resource: Resource }[] }

/** The one resource of a type, in a bundle that is valid. */
function theOnly(type: string, record: FhirRecord): Resource {
  const bundle = toBundle(record)
  expect(problemsOfBundle(bundle)).toEqual([])
  const [resource, ...others] = findResources(bundle, type)
  expect(others).toEqual([])
  return resource as Resource
}
const vaccinated = (given: Partial<FhirVaccination>) =>
  theOnly('Immunization', { ...everything, vaccinations: [{ ...dose, ...given }] })
const patientWith = (given: Partial<FhirPatient>) =>
  theOnly('Patient', { ...nothing, patient: { ...nothing.patient, ...given } })

describe('the validator', () => {
  const broken = (type: string, change: (resource: Resource) => void) => {
    const bundle = toBundle(everything)
    for (const resource of findResources(bundle, type)) change(resource)
    return problemsOfBundle(bundle).join('\n')
  }
  test('refuses a missing field, a wrong code, an unknown field and a broken rule', () => {
    expect(broken('Immunization', (each) => delete each['vaccineCode'])).toContain(
      'vaccineCode: Missing required property',
    )
    expect(broken('Immunization', (each) => Object.assign(each, { status: 'given' }))).toContain(
      '"given" is not in http://hl7.org/fhir/ValueSet/immunization-status',
    )
    expect(
      broken('AllergyIntolerance', (each) =>
        Object.assign(each, { verificationStatus: { coding: [{ code: 'confirmed' }] } }),
      ),
    ).toContain('allergyintolerance-verification')
    expect(broken('Immunization', (each) => Object.assign(each, { batch: '1' }))).toContain('batch')
    expect(broken('Appointment', (each) => delete each['end'])).toContain('app-2')
  })

  test('refuses a reference that leads out of the bundle, or to another kind of resource', () => {
    expect(
      broken('Immunization', (each) =>
        Object.assign(each, { patient: { reference: 'urn:uuid:0', type: 'Patient' } }),
      ),
    ).toContain('Patient urn:uuid:0 is not there')
    const [location] = findResources(toBundle(everything), 'Location')
    expect(
      broken('Immunization', (each) =>
        Object.assign(each, {
          patient: { reference: `urn:uuid:${location?.id}`, type: 'Patient' },
        }),
      ),
    ).toContain('is not there')
  })
})

test('a full record is valid, and its parts know one another', () => {
  const bundle = toBundle(everything)
  expect(problemsOfBundle(bundle)).toEqual([])
  expect(bundle.entry.map(({ resource }) => resource.resourceType)).toEqual([
    'Patient',
    'Organization',
    'Organization',
    'Practitioner',
    'Location',
    'AllergyIntolerance',
    'Immunization',
    'Appointment',
  ])
  const [visit] = findResources(bundle, 'Appointment')
  expect(visit).toMatchObject({
    status: 'fulfilled',
    supportingInformation: [{ type: 'Immunization' }],
    participant: [
      { actor: { display: 'Ada Byron' } },
      { actor: { display: 'Rosa Whitfield' } },
      { actor: { display: 'Harbour Street' } },
    ],
  })
})

test('a record without anything is a patient at a clinic', () => {
  expect(theOnly('Patient', nothing)['identifier']).toEqual([
    { system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9434765919' },
    { system: 'https://clinic.test/identifiers/person', value: '9' },
  ])
})

describe('an immunization', () => {
  test('says what was given, from which batch, how, where and by whom', () => {
    expect(vaccinated({})).toMatchObject({
      status: 'completed',
      occurrenceDateTime: '2026-08-05T09:00:00.000Z',
      primarySource: true,
      lotNumber: 'FL123',
      expirationDate: '2026-06-30',
      site: { coding: [{ system: 'http://snomed.info/sct', code: '368208006' }] },
      route: { coding: [{ system: 'http://snomed.info/sct', code: '78421000' }] },
      performer: [{ actor: { type: 'Practitioner', display: 'Rosa Whitfield' } }],
      location: { display: 'Harbour Street' },
      note: [{ text: 'Adverse reactions: Sore arm' }, { text: 'Next dose due 5 August 2027' }],
      protocolApplied: [{ doseNumberPositiveInt: 1, seriesDosesPositiveInt: 2 }],
    })
  })

  test('that was not given has its reason, as a code and in words', () => {
    const refused = vaccinated({ was_administered: false, not_given_reason: 'refused' })
    expect(refused).toMatchObject({
      status: 'not-done',
      statusReason: { coding: [{ code: 'PATOBJ' }], text: 'The patient did not want it' },
    })
    const other = vaccinated({ was_administered: false, not_given_reason: 'other' })
    expect(other['statusReason']).toEqual({ text: 'Another reason' })
  })

  test('that was entered in error says so and why', () => {
    const wrong = vaccinated({ entered_in_error: '2026-08-06T09:00:00Z', change_reason: 'Twice' })
    expect(wrong).toMatchObject({ status: 'entered-in-error' })
    expect(wrong['note']).toContainEqual({ text: 'Entered in error: Twice' })
  })

  test('that was given elsewhere has a day, its clinic, and what is not known left out', () => {
    const historical = vaccinated({
      is_historical: true,
      batch_number: '',
      expiry_date: null,
      dose_number: null,
      manufacturer: '',
      site_of_administration: '',
      external_clinic_name: 'Millbrook Travel Clinic',
      external_clinic_address: '12 Mill Lane',
      administered_by: 'A nurse',
      clinician: null,
      site: null,
    })
    expect(historical).toMatchObject({
      status: 'completed',
      occurrenceDateTime: '2026-08-05',
      primarySource: false,
      performer: [
        { actor: { type: 'Organization', display: 'Millbrook Travel Clinic' } },
        { actor: { display: 'A nurse' } },
      ],
    })
    for (const unknown of ['lotNumber', 'protocolApplied', 'site', 'manufacturer', 'location']) {
      expect(historical).not.toHaveProperty(unknown)
    }
  })
})

describe('allergies', () => {
  const stated = (given: Partial<FhirRecord['allergies']>) => ({
    ...everything,
    allergies: { ...everything.allergies, ...given },
  })

  test('none known is said as such, by staff who confirm it and by patients who do not', () => {
    const none = stated({ items: [], none_known: true })
    expect(theOnly('AllergyIntolerance', none)).toMatchObject({
      code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] },
      verificationStatus: { coding: [{ code: 'confirmed' }] },
      recorder: { type: 'Practitioner' },
    })
    const own = { id: patient.id, full_name: patient.full_name, is_staff: false }
    expect(
      theOnly('AllergyIntolerance', stated({ items: [], none_known: true, stated_by: own })),
    ).toMatchObject({
      verificationStatus: { coding: [{ code: 'unconfirmed' }] },
      recorder: { type: 'Patient' },
    })
  })

  test('nobody has asked: there is none, and nothing says “none known”', () => {
    expect(theOnly('AllergyIntolerance', stated({ items: [], stated_by: null }))).toBeUndefined()
  })
})

describe('a patient', () => {
  test('with odd characters in the name, without a date of birth or an address is valid', () => {
    const odd = patientWith({
      full_name: '“Zoë\u00a0d’Arc”\u2028 李',
      first_name: '“Zoë\u00a0d’Arc”\u2028',
      last_name: '李',
      dob: null,
      gender: -1,
      nhs_number: 'not known',
      address1: '',
      city: '',
      postcode: '',
      mobile: '',
      email: '',
    })
    expect(odd['name']).toEqual([
      {
        use: 'official',
        text: '“Zoë d’Arc”  李',
        family: '李',
        given: ['“Zoë d’Arc”'],
        prefix: ['Ms'],
      },
    ])
    for (const unknown of ['birthDate', 'gender', 'address', 'telecom']) {
      expect(odd).not.toHaveProperty(unknown)
    }
    expect(odd['identifier']).toHaveLength(1)
  })

  test('keeps the number of a record that was merged into theirs', () => {
    expect(patientWith({ merged_ids: [8] })['identifier']).toContainEqual({
      use: 'old',
      system: 'https://clinic.test/identifiers/person',
      value: '8',
    })
  })
})

test.each([
  ['booked', 'booked'],
  ['did_not_attend', 'noshow'],
  ['cancelled', 'cancelled'],
])('an appointment that is %s is valid as %s', (status, expected) => {
  const cancelled = { ...appointment, status, cancellation_notes: 'Ill' }
  const resource = theOnly('Appointment', { ...everything, appointments: [cancelled] })
  expect(resource['status']).toBe(expected)
  expect(resource['cancelationReason']).toEqual(
    status === 'cancelled' ? { text: 'Ill' } : undefined,
  )
})
