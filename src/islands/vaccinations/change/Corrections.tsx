import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { formatCorrection } from './format-correction.ts'

type CorrectionsProps = Pick<VaccinationRecord, 'corrections'> & {}

export function Corrections({ corrections }: CorrectionsProps) {
  const timeZone = useTimeZone()
  return (
    <ul className="flex flex-col gap-3">
      {corrections.map(({ at, by_name, reason, changes }) => (
        <li key={at} className="border-s-4 border-line ps-4 wrap-anywhere">
          <p>
            {by_name || 'Someone'}, {formatDateTime(at, timeZone)}: {reason}
          </p>
          <ul>
            {changes.map((change) => (
              <li key={change.field}>{formatCorrection(change)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
