import type { ProfileWrite } from '#lib/contract/users.ts'
import type { profileMachine } from '#machines/people/profile.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const details: ProfileWrite = {
  title: 'Ms',
  first_name: 'Rosa',
  last_name: 'Whitfield',
  email: 'rosa@example.test',
  mobile: '07700 900982',
  landline: '',
  dob: '1984-03-27',
  gender: 2,
  address1: '1 Harbour Street',
  address2: '',
  city: 'Saltmere',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ1 1AA',
  nhs_number: '9434765919',
  gp_surgery_id: 5,
  allergies: [3],
}

export const profileCatalogue = {
  events: {
    'change.requested': [{ type: 'change.requested' }],
    'details.submitted': [{ type: 'details.submitted', details }],
    'editing.left': [
      { type: 'editing.left', hasChanges: true },
      { type: 'editing.left', hasChanges: false },
    ],
    'leaving.confirmed': [{ type: 'leaving.confirmed' }],
    'leaving.dropped': [{ type: 'leaving.dropped' }],
  },
  results: {
    saveDetails: {
      saved: [{ kind: 'saved' }],
      refused: [{ kind: 'refused', fields: { mobile: ['This number cannot be reached'] } }],
      signedOut: [{ kind: 'signedOut' }],
      notTheirs: [{ kind: 'notTheirs' }],
    },
    reloadDetails: { done: [undefined] },
  },
  delays: {},
} satisfies Catalogue<typeof profileMachine>
