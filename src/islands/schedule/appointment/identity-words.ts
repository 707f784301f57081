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
