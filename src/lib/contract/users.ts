import { z } from 'zod'
import {
  chosenRecords,
  id,
  idText,
  instant,
  line,
  orNone,
  plainDate,
  reference,
  url,
} from './fields.ts'
import { operation } from './operation.ts'
import { Allergy, personFields } from './people.ts'
import { PermissionName } from './permissions.ts'
import { reading, resource } from './resource.ts'

export const User = z.object({
  id,
  uuid: z.uuid(),
  url,
  username: z.string(),
  title: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  mobile: z.string(),
  landline: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  county: z.string(),
  nation: z.string(),
  postcode: z.string(),
  dob: plainDate.nullable(),
  /** ISO/IEC 5218: 1 male, 2 female, 9 not applicable; -1 unknown. */
  gender: z.int(),
  nhs_number: z.string(),
  gp_surgery_id: id.nullable(),
  gp_surgery: z.object({ id, name: z.string() }).nullable(),
  reminders: personFields.reminders,
  allergies: z.array(Allergy.omit({ description: true }).extend({ url: reference })),
  is_active: z.boolean(),
  is_deceased: z.boolean(),
  is_portal_user: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  groups: z.array(url),
  selected_groups: z.array(z.object({ id, url: reference, name: z.string() })),
  /** Given directly; only those that the caller may read. */
  user_permissions: z.array(url),
  /** Includes the permissions of their groups. */
  permissions: z.array(PermissionName),
  staff: z.object({ id, is_active: z.boolean(), is_deleted: z.boolean() }).nullable(),
  last_login: instant.nullable(),
  date_joined: instant,
  created: instant,
  modified: instant,
})
export type User = z.infer<typeof User>

const OwnUser = User.extend({
  /** Name, birth date and NHS number are what the record is kept under: staff correct them. */
  identity_is_fixed: z.boolean(),
})
export type OwnUser = z.infer<typeof OwnUser>

export const ProfileWrite = z.strictObject({
  ...personFields,
  mobile: orNone(personFields.mobile),
  landline: orNone(personFields.mobile),
  dob: personFields.dob.nullable(),
  reminders: personFields.reminders.optional(),
  allergies: z
    .array(id.or(z.looseObject({ id }).transform((allergy) => allergy.id)))
    .max(100, 'Choose 100 or fewer'),
})
export type ProfileWrite = z.infer<typeof ProfileWrite>

const UserUpdate = ProfileWrite.extend({
  email: orNone(personFields.email),
  username: line(150).regex(/^[\w.@+-]*$/, 'Use letters, numbers and the signs . @ + - _ only'),
  is_active: z.boolean(),
  is_deceased: z.boolean(),
  is_portal_user: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  groups: chosenRecords(100),
  user_permissions: chosenRecords(500),
}).partial()
type UserUpdateSent = z.infer<typeof UserUpdate>
export type UserUpdate = Omit<UserUpdateSent, 'groups' | 'user_permissions'> & {
  groups?: number[] | undefined
  user_permissions?: number[] | undefined
}

export const UserListRow = User.pick({
  id: true,
  uuid: true,
  full_name: true,
  first_name: true,
  last_name: true,
  dob: true,
  nhs_number: true,
  mobile: true,
  email: true,
  postcode: true,
  is_active: true,
  is_deceased: true,
}).extend({ url: reference })
export type UserListRow = z.infer<typeof UserListRow>

const LikelyDuplicate = UserListRow.extend({
  /** 0 to 100; the same name and birth date is 80. */
  score: z.int().min(0).max(100),
  reasons: z.array(z.string()),
})
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>

/** At the front desk, unknown details may stay empty. */
export const UserCreate = z.strictObject({
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  dob: personFields.dob,
  email: orNone(personFields.email).default(''),
  mobile: orNone(personFields.mobile).default(''),
  nhs_number: personFields.nhs_number.default(''),
  title: personFields.title.default(''),
})
export type UserCreate = z.infer<typeof UserCreate>

const PermissionRecord = z.object({ id, url, name: PermissionName })

export const permissionsResource = resource({
  name: 'permission',
  path: 'permissions',
  entity: PermissionRecord,
  searchable: ['name'],
  orderable: ['name'],
  defaultOrder: 'name',
})

const ofUser = z.strictObject({ id: idText })

export const userOperations = {
  'GET private/user-auth/user_details/': operation({
    summary: 'Everything about the person who is signed in',
    audience: 'private',
    status: 200,
    response: OwnUser,
    errors: ['not_signed_in'],
  }),
  'GET private/users/{id}/': operation({
    summary: "Read one's own details",
    audience: 'private',
    params: ofUser,
    status: 200,
    response: OwnUser,
    errors: ['invalid', 'not_signed_in', 'not_found'],
  }),
  'PUT private/users/{id}/': operation({
    summary: "Replace one's own details; what is left out stays",
    audience: 'private',
    params: ofUser,
    body: ProfileWrite.partial(),
    status: 200,
    response: OwnUser,
    errors: ['invalid', 'not_signed_in', 'not_found', 'conflict', 'too_many_requests'],
  }),
  'PATCH private/users/{id}/': operation({
    summary: "Change some of one's own details",
    audience: 'private',
    params: ofUser,
    body: ProfileWrite.partial(),
    status: 200,
    response: OwnUser,
    errors: ['invalid', 'not_signed_in', 'not_found', 'conflict', 'too_many_requests'],
  }),
  'POST admin/check-duplicate-user/': operation({
    cost: 'search',
    summary:
      'Who might be the same person, the likeliest first, and why: the same NHS number, or a similar name and birth date. Spelling, swapped names and swapped day and month are put up with. A shared email address or phone alone says nothing',
    audience: 'admin',
    permission: 'clinic.create_user',
    body: UserCreate,
    status: 200,
    response: z.object({ is_duplicate: z.boolean(), duplicates: z.array(LikelyDuplicate) }),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'POST admin/users/{id}/end-links/': operation({
    summary:
      'End all links to appointments and places on the waiting list of a person, and what opens a guest’s own record. Sign-ins stay',
    audience: 'admin',
    permission: 'clinic.change_user',
    andPermission: 'clinic.view_user',
    params: ofUser,
    status: 200,
    response: z.object({ ended: z.int().nonnegative() }),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
  'PATCH admin/users/{id}/': operation({
    summary:
      'Change a person. Access (is_staff, groups, user_permissions, is_active of whoever works here) takes clinic.user_admin, is_superuser a superuser; nobody gives what they do not hold. Conflict where closing an account would orphan appointments: the staff record is deactivated first',
    audience: 'admin',
    permission: 'clinic.change_user',
    andPermission: 'clinic.view_user',
    params: ofUser,
    body: UserUpdate,
    status: 200,
    response: User,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict'],
  }),
  // People who see groups can open permissions, which groups name by address.
  ...reading(permissionsResource, {
    audience: 'admin',
    permission: 'auth.view_permission',
    orPermission: 'auth.view_group',
  }),
}
