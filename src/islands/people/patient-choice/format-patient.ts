import type { LikelyDuplicate, UserListRow } from '#lib/contract/users.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'

export function formatIdentity({
  dob,
  nhs_number,
  mobile,
}: Pick<UserListRow, 'dob' | 'nhs_number' | 'mobile'>): string {
  return [
    dob ? `born ${formatCalendarDate(dob)}` : 'birth date not known',
    nhs_number && `NHS number ${unbroken(spacedNhsNumber(nhs_number))}`,
    unbroken(mobile),
  ]
    .filter(Boolean)
    .join(', ')
}

const unbroken = (number: string) => number.replaceAll(' ', '\u00a0')

export function formatPatient(patient: UserListRow): string {
  const { full_name, mobile, email, is_active, is_deceased } = patient
  const mark = is_deceased ? 'deceased' : !is_active && 'not active'
  return [full_name, formatIdentity(patient), !mobile && email, mark].filter(Boolean).join(', ')
}

export const formatLikeness = ({ score, reasons }: Pick<LikelyDuplicate, 'score' | 'reasons'>) =>
  `Match ${score}%. ${reasons.join('. ')}.`
