import type { FormProgress } from '../contract/booking.ts'
import { counted } from '../format-number.ts'

/** "2 forms to fill in before you come, 1 of them started"; null where no form is needed. */
export function formsInWords({ due, in_progress, submitted }: FormProgress): string | null {
  const left = due + in_progress
  if (left === 0) return submitted > 0 ? 'You have submitted every form' : null
  const started = in_progress > 0 ? `, ${in_progress} of them started` : ''
  return `${counted(left, 'form')} to fill in before you come${started}`
}
