import type { GuestUser } from '#lib/contract/people.ts'
import type { GuestRow } from '../identity/guest-access.ts'

export function presentGuestUser(row: GuestRow, apiUrl: string): GuestUser {
  return {
    id: row.id,
    uuid: row.uuid,
    url: `${apiUrl}/public/users/${row.id}/`,
    title: row.title,
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: row.full_name,
    email: row.email,
    mobile: row.mobile,
    dob: row.dob ?? '',
    gender: row.gender,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    county: row.county,
    nation: row.nation,
    postcode: row.postcode,
    nhs_number: row.nhs_number,
    gp_surgery_id: row.gp_surgery_id,
  }
}
