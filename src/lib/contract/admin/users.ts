import { z } from 'zod'
import type { FieldErrors } from '../errors.ts'
import { booleanText, id, idText, line, orNone, version } from '../fields.ts'
import { personFields } from '../people.ts'
import { DOWNLOADS_PEOPLE } from '../permissions.ts'
import { User } from '../users.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'

/** Has the ids that are written, beside the addresses that older clients read. */
const UserRecord = User.extend({
  version,
  gp_surgery_name: z.string(),
  allergy_ids: z.array(id),
  allergy_names: z.array(z.string()),
  group_ids: z.array(id),
  group_names: z.array(z.string()),
  user_permission_ids: z.array(id),
  user_permission_names: z.array(z.string()),
  staff_id: id.nullable(),
})

const chosen = (most: number) => z.array(id).max(most, `Choose ${most} or fewer`).default([])

/** Records on file may lack a date of birth; new ones may not. */
const checkDob = ({ dob }: { dob: string | null }, { isNew }: { isNew: boolean }): FieldErrors =>
  isNew && dob === null ? { dob: ['Enter the date of birth'] } : {}

export const users = adminResource({
  name: 'user',
  many: 'users',
  screen: 'users',
  path: 'users',
  entity: UserRecord,
  write: z.strictObject({
    title: personFields.title.default(''),
    first_name: personFields.first_name,
    last_name: personFields.last_name,
    dob: personFields.dob.nullable(),
    gender: personFields.gender.default(-1),
    email: orNone(personFields.email).default(''),
    mobile: orNone(personFields.mobile).default(''),
    landline: orNone(personFields.mobile).default(''),
    reminders: personFields.reminders.default('email'),
    address1: personFields.address1.default(''),
    address2: personFields.address2.default(''),
    city: personFields.city.default(''),
    county: personFields.county.default(''),
    nation: personFields.nation.default(''),
    postcode: personFields.postcode.default(''),
    nhs_number: personFields.nhs_number.default(''),
    gp_surgery_id: personFields.gp_surgery_id.default(null),
    allergy_ids: chosen(100),
    is_deceased: z.boolean().default(false),
    username: line(150)
      .regex(/^[\w.@+-]*$/, 'Use letters, numbers and the signs . @ + - _ only')
      .default(''),
    is_active: z.boolean().default(true),
    is_portal_user: z.boolean().default(false),
    is_staff: z.boolean().default(false),
    group_ids: chosen(100),
    user_permission_ids: chosen(500),
    is_superuser: z.boolean().default(false),
  }),
  labels: {
    record: 'Record',
    full_name: 'Name',
    title: 'Title',
    first_name: 'First name',
    last_name: 'Last name',
    dob: 'Date of birth',
    gender: 'Gender',
    email: 'Email address',
    mobile: 'Mobile phone number',
    landline: 'Landline number',
    reminders: 'Reminders of appointments',
    address1: 'Address line 1',
    address2: 'Address line 2',
    city: 'Town or city',
    county: 'County',
    nation: 'Country',
    postcode: 'Postcode',
    nhs_number: 'NHS number',
    gp_surgery_id: 'GP surgery',
    gp_surgery_name: 'GP surgery',
    allergy_ids: 'Allergies',
    allergy_names: 'Allergies',
    is_deceased: 'Has died',
    username: 'Username',
    is_active: 'Active',
    is_portal_user: 'Portal user',
    is_staff: 'Works here',
    group_ids: 'Groups',
    group_names: 'Groups',
    user_permission_ids: 'Permissions of their own',
    user_permission_names: 'Permissions of their own',
    is_superuser: 'Superuser',
    last_login: 'Last signed in',
    created: 'Added',
  },
  namedBy: 'full_name',
  searchable: ['full_name', 'dob', 'nhs_number', 'mobile', 'email', 'postcode', 'username'],
  orderable: ['full_name', 'last_name', 'dob', 'created', 'last_login'],
  defaultOrder: 'last_name',
  thenBy: { last_name: 'first_name' },
  filters: {
    is_active: booleanText.optional(),
    is_deceased: booleanText.optional(),
    is_staff: booleanText.optional(),
    is_portal_user: booleanText.optional(),
    dob: personFields.dob.optional(),
    group_id: idText.optional(),
    gp_surgery_id: idText.optional(),
  },
  references: {
    gp_surgery_id: { from: 'gpsurgeries', label: 'name', shown: 'gp_surgery_name' },
    allergy_ids: {
      from: 'allergies',
      label: 'name',
      shown: 'allergy_names',
      urls: 'allergies',
    },
    group_ids: { from: 'groups', label: 'name', shown: 'group_names', urls: 'groups' },
    user_permission_ids: {
      from: 'permissions',
      label: 'name',
      shown: 'user_permission_names',
      urls: 'user_permissions',
    },
  },
  model: 'clinic.user',
  permissions: { add: 'clinic.create_user', export: DOWNLOADS_PEOPLE },
  audit: 'person',
  freshSignIn: 'for access',
  bulk: {
    activate: stated('is_active', ['Activate', 'activated'], true),
    deactivate: stated('is_active', ['Deactivate', 'deactivated'], false),
    ...deleting,
  },
  personal: {
    patient: 'id',
    trail: {
      created: 'person.created',
      changed: 'person.updated',
      deleted: 'person.deleted',
      exported: 'person.exported',
      listed: 'person.listed',
      read: 'person.read',
    },
  },
  canOrphan: true,
  imports: { key: null, named: ['first_name', 'last_name'] },
  check: checkDob,
})
