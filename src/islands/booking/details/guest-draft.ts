import type { GuestUserWrite } from '#lib/contract/people.ts'
import type { ChosenSurgery } from '../../people/person/lookups.ts'

export type GuestDraft = {
  title: string
  first_name: string
  last_name: string
  dob: string
  email: string
  mobile: string
  address1: string
  address2: string
  city: string
  county: string
  nation: string
  postcode: string
  nhs_number: string
  gp_surgery: ChosenSurgery | null
  reminders: GuestUserWrite['reminders']
}

export const emptyGuestDraft: GuestDraft = {
  title: '',
  first_name: '',
  last_name: '',
  dob: '',
  email: '',
  mobile: '',
  address1: '',
  address2: '',
  city: '',
  county: '',
  nation: '',
  postcode: '',
  nhs_number: '',
  gp_surgery: null,
  reminders: 'email',
}
