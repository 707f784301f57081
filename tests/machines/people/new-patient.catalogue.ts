import type { LikelyDuplicate, UserListRow } from '#lib/contract/users.ts'
import type { newPatientMachine } from '#machines/people/new-patient.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

export const ada: UserListRow = {
  id: 41,
  uuid: '3f0e7a34-7c8f-4f0e-9f4e-0c6a4f2f7a11',
  url: 'https://carelane.example/api/admin/users/41/',
  full_name: 'Ada Rowe',
  first_name: 'Ada',
  last_name: 'Rowe',
  dob: '1984-03-27',
  nhs_number: '9434765919',
  mobile: '07700 900982',
  email: 'ada@example.test',
  postcode: 'ZZ1 1AA',
  is_active: true,
  is_deceased: false,
}

/** On file, and perhaps the one who is entered. */
export const likelyAda: LikelyDuplicate = {
  ...ada,
  score: 80,
  reasons: ['Same name', 'Same date of birth'],
}

export const adaEntered = {
  first_name: 'Ada',
  last_name: 'Rowe',
  dob: '1984-03-27',
  email: '',
  mobile: '',
  nhs_number: '',
  title: '',
}

export const newPatientCatalogue = requestCatalogue<typeof newPatientMachine>(
  [{ details: adaEntered, isNew: false }],
  {
    created: [{ kind: 'created', patient: ada }],
    duplicates: [{ kind: 'duplicates', duplicates: [likelyAda], details: adaEntered }],
    refused: [{ kind: 'refused', fields: { dob: ['Date of birth must be in the past'] } }],
  },
)
