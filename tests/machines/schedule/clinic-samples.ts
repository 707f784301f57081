import type { UserListRow } from '#lib/contract/users.ts'

export const ada: UserListRow = {
  id: 9,
  uuid: '6f1f4a0e-7a44-4d0e-9f0f-0d5a3c1f2b11',
  url: 'https://clinic.example/api/admin/users/9/',
  full_name: 'Ada Byron',
  first_name: 'Ada',
  last_name: 'Byron',
  dob: '1987-03-04',
  nhs_number: '9434765919',
  mobile: '07700 900982',
  email: 'ada@example.test',
  postcode: 'ZZ1 1AA',
  is_active: true,
  is_deceased: false,
}
