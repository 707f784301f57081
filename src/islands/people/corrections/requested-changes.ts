import type { CorrectionRequest } from '#lib/contract/correction-requests.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'

type Requested = Pick<CorrectionRequest, 'first_name' | 'last_name' | 'dob' | 'nhs_number'>

export function requestedChanges(request: Requested): string[] {
  const { first_name, last_name, dob, nhs_number } = request
  return [
    first_name !== null && `First name: ${first_name}`,
    last_name !== null && `Last name: ${last_name}`,
    dob !== null && `Date of birth: ${formatCalendarDate(dob)}`,
    nhs_number !== null && `NHS number: ${spacedNhsNumber(nhs_number) || 'none'}`,
  ].filter((line) => line !== false)
}
