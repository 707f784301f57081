import type { FormProgress } from '../contract/booking.ts'
import { counted } from '../text/format-number.ts'
import type { RaisedAlert } from './evaluate-form.ts'

export function formatFormProgress({ due, in_progress, submitted }: FormProgress): string | null {
  const left = due + in_progress
  if (left === 0) return submitted > 0 ? 'You have submitted every form' : null
  const part = left === 1 ? 'started' : `${in_progress} of them started`
  const started = in_progress > 0 ? `, ${part}` : ''
  return `${counted(left, 'form')} to fill in before you come${started}`
}

export function formatStaffFormProgress({
  due,
  in_progress,
  submitted,
}: FormProgress): string | null {
  const parts = [
    [due, 'missing'],
    [in_progress, 'in progress'],
    [submitted, 'submitted'],
  ] as const
  const [first, ...others] = parts.filter(([count]) => count > 0)
  if (!first) return null
  return [
    `${counted(first[0], 'form')} ${first[1]}`,
    ...others.map(([count, word]) => `${count} ${word}`),
  ].join(', ')
}

export const formatAlerts = (alerts: readonly Pick<RaisedAlert, 'level' | 'text'>[]): string[] => [
  ...new Set([
    ...alerts.filter(({ level }) => level === 'stop').map(({ text }) => `Stop: ${text}`),
    ...alerts.filter(({ level }) => level !== 'stop').map(({ text }) => text),
  ]),
]
