import type { RecordedOutcome } from '#lib/contract/outcomes.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'

export const formatOutcomeVersion = ({ version, subversion }: RecordedOutcome) =>
  `${version}.${subversion}`

export function formatRecorded(outcome: RecordedOutcome, timeZone: string): string {
  const { recorded, recorded_by_name, reason } = outcome
  const at = `Recorded at ${formatDateTime(recorded, timeZone)}${by(recorded_by_name)}.`
  return reason === '' ? at : `${at} Reason: ${reason}`
}

/** Is null while it is present. */
export function formatOutcomeEnd(outcome: RecordedOutcome, timeZone: string): string | null {
  const { ended, ended_by_name, replaced_by, withdrawn_reason } = outcome
  if (ended === null) return null
  const how = replaced_by === null ? 'Withdrawn' : 'Replaced'
  const at = `${how} at ${formatDateTime(ended, timeZone)}${by(ended_by_name)}.`
  return withdrawn_reason === '' ? at : `${at} Reason: ${withdrawn_reason}`
}

const by = (name: string) => (name === '' ? '' : ` by ${name}`)
