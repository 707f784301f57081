import type { ListedUser } from '#lib/contract/users.ts'
import { formatCalendarDate } from '#lib/format-date-time.ts'
import { spacedNhsNumber } from '#lib/nhs-number.ts'

/** What tells people of one name apart: "born 4 March 1987, NHS number 943 476 5919". */
export function identityInWords({
  dob,
  nhs_number,
  mobile,
}: Pick<ListedUser, 'dob' | 'nhs_number' | 'mobile'>): string {
  return [
    dob ? `born ${formatCalendarDate(dob)}` : 'birth date not known',
    nhs_number && `NHS number ${spacedNhsNumber(nhs_number)}`,
    mobile,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A person with what tells them from another of the same name. */
export function patientInWords(patient: ListedUser): string {
  const { full_name, mobile, email, is_deceased } = patient
  return [full_name, identityInWords(patient), !mobile && email, is_deceased && 'deceased']
    .filter(Boolean)
    .join(', ')
}
