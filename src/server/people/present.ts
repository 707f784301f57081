import type { Selectable } from 'kysely'
import type { GuestUser } from '#lib/contract/people.ts'
import type { OwnUser, User, UserListRow } from '#lib/contract/users.ts'
import type { DB } from '../database/types.ts'
import { apiAddress, referencesTo, referenceTo } from '../http/addresses.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import type { GuestRow } from '../identity/guest-links.ts'
import { isIdentityFixed } from './identity-change.ts'
import type { UserRow } from './user-rows.ts'

const presentDetails = (row: GuestRow | UserRow) => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  first_name: row.first_name,
  last_name: row.last_name,
  full_name: row.full_name,
  email: row.email,
  mobile: row.mobile,
  gender: row.gender,
  address1: row.address1,
  address2: row.address2,
  city: row.city,
  county: row.county,
  nation: row.nation,
  postcode: row.postcode,
  nhs_number: row.nhs_number,
  gp_surgery_id: row.gp_surgery_id,
  reminders: row.reminders as GuestUser['reminders'],
})

export const presentGuestUser = (row: GuestRow, call: Call): GuestUser => ({
  ...presentDetails(row),
  url: apiAddress(call, 'public/users', row.id),
  dob: row.dob ?? '',
})

export const presentOwnUser = async (row: UserRow, call: SignedInCall): Promise<OwnUser> => ({
  ...presentUser(row, call, 'private'),
  identity_is_fixed: await isIdentityFixed(call.services.db, row),
})

export function presentUser(row: UserRow, call: SignedInCall, audience: 'private' | 'admin'): User {
  const isOwn = audience === 'private'
  const groupIds = row.groups.map(({ id }) => id)
  return {
    ...presentDetails(row),
    url: apiAddress(call, `${audience}/users`, row.id),
    username: row.username ?? '',
    landline: row.landline,
    dob: row.dob,
    gp_surgery: row.gp_surgery,
    allergies: row.allergies.map(({ id, name }) => ({
      id,
      url: isOwn
        ? apiAddress(call, 'private/allergies', id)
        : referenceTo(call, 'admin/allergies', id),
      name,
    })),
    is_active: row.is_active,
    is_deceased: row.is_deceased,
    is_portal_user: row.is_portal_user,
    is_staff: row.is_staff,
    is_superuser: row.is_superuser,
    groups: referencesTo(call, 'admin/groups', groupIds),
    selected_groups: row.groups.map(({ id, name }) => ({
      id,
      url: referenceTo(call, 'admin/groups', id),
      name,
    })),
    user_permissions: referencesTo(call, 'admin/permissions', row.user_permissions),
    permissions: [...row.permissions],
    staff: row.staff,
    last_login: row.last_login?.toISOString() ?? null,
    date_joined: row.date_joined.toISOString(),
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  }
}

export const presentUserRow = (row: PersonListRow, call: SignedInCall): UserListRow => ({
  id: row.id,
  uuid: row.uuid,
  url: referenceTo(call, 'admin/users', row.id),
  full_name: row.full_name,
  first_name: row.first_name,
  last_name: row.last_name,
  dob: row.dob,
  nhs_number: row.nhs_number,
  mobile: row.mobile,
  email: row.email,
  postcode: row.postcode,
  is_active: row.is_active,
  is_deceased: row.is_deceased,
})

export const LISTED_COLUMNS = [
  'id',
  'uuid',
  'full_name',
  'first_name',
  'last_name',
  'dob',
  'nhs_number',
  'mobile',
  'email',
  'postcode',
  'is_active',
  'is_deceased',
] as const

export type PersonListRow = Pick<Selectable<DB['person']>, (typeof LISTED_COLUMNS)[number]>
