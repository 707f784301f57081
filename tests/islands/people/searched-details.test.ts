import { expect, test } from 'vitest'
import { noDetails } from '#islands/people/patient-choice/NewPatientForm.tsx'
import { searchedDetails } from '#islands/people/patient-choice/PatientChoice.tsx'

test.each([
  ['', {}],
  ['Rowe', { last_name: 'Rowe' }],
  ['Ada  Maria Rowe', { first_name: 'Ada Maria', last_name: 'Rowe' }],
  ['Rowe, Ada', { first_name: 'Ada', last_name: 'Rowe' }],
  ['31/3/1984', { dob: '1984-3-31' }],
  ['943 476 5919', { nhs_number: '943 476 5919' }],
  ['07700 900 123', { mobile: '07700 900 123' }],
  ['+44 7700 900123', { mobile: '+44 7700 900123' }],
  ['7700900123', { mobile: '7700900123' }],
  ['ada@example.test', { email: 'ada@example.test' }],
])('%j searched for is carried into the form of a new patient', (search, found) => {
  expect(searchedDetails(search)).toEqual({ ...noDetails, ...found })
})
