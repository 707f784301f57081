import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { formatDate } from '#lib/dates/format-date-time.ts'

export function adviceName({ advice_text, created }: PatientAdvice, timeZone: string): string {
  const [first = ''] = advice_text.split('\n')
  const text = first.length > 40 ? `${first.slice(0, 40)}…` : first
  return `advice of ${formatDate(created, timeZone)}: ${text}`
}
