import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { formatDate } from '#lib/dates/format-date-time.ts'
import type { AdviceChange } from '#machines/advice/advice-writing.types.ts'

export function adviceDoneLabels(done: AdviceChange): string {
  switch (done.kind) {
    case 'write':
      return 'Advice saved.'
    case 'change':
      return 'Changes saved.'
    case 'withdraw':
      return 'Advice withdrawn.'
    case 'mark': {
      const { archived, pinned } = done.marks
      if (archived !== undefined) return archived ? 'Advice archived.' : 'Advice restored.'
      return pinned ? 'Advice pinned.' : 'Advice unpinned.'
    }
  }
}

export function adviceName({ advice_text, created }: PatientAdvice, timeZone: string): string {
  const [first = ''] = advice_text.split('\n')
  const text = first.length > 40 ? `${first.slice(0, 40)}…` : first
  return `advice of ${formatDate(created, timeZone)}: ${text}`
}
