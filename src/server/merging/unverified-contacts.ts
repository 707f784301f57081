import { contactFields, type MergePreview } from '#lib/contract/merging.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import type { UserRow } from '../people/user-rows.ts'

type Contacts = MergePreview['unverified_contacts']
type ContactField = Contacts[number]['field']

const formatContact = (person: UserRow, field: ContactField) =>
  field === 'address' ? addressLines(person).join(', ') : person[field]

/** Somebody checked who this is: staff, or the provider of their sign-in. */
const isVerified = ({ is_guest, has_account }: UserRow) => !is_guest || has_account

/**
 * A verified record would get contact details that nobody verified, and with them messages about
 * all its appointments.
 * @param people as before the merge.
 * @param kept as after it.
 */
export function unverifiedContacts(people: readonly UserRow[], kept: UserRow): Contacts {
  const verified = people.filter(isVerified)
  return contactFields.flatMap((field) => {
    const value = formatContact(kept, field)
    const isNew = verified.some((person) => formatContact(person, field) !== value)
    return value !== '' && kept.unverified.includes(field) && isNew ? [{ field, value }] : []
  })
}
