import type { ListedUser } from '#lib/contract/users.ts'
import { formatCalendarDate } from '#lib/format-date-time.ts'

/** A person with what tells them from another of the same name. */
export function patientInWords(patient: ListedUser): string {
  const { full_name, dob, nhs_number, mobile, email, is_deceased } = patient
  return [
    full_name,
    dob && `born ${formatCalendarDate(dob)}`,
    nhs_number && `NHS ${spaced(nhs_number)}`,
    mobile || email,
    is_deceased && 'deceased',
  ]
    .filter(Boolean)
    .join(', ')
}

/** As NHS numbers are printed: "943 476 5919". */
const spaced = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
