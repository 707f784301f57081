import type { AuditEvent } from '#lib/contract/audit.ts'
import { formatAuditSubject } from '#lib/contract/audit-subjects.ts'
import type { AddressQuery, QueryChanges } from '../ui/use-address-query.ts'
import { fromTheStart, subjectName } from './filter-links.ts'

type ChosenFiltersProps = { address: AddressQuery; lines: readonly AuditEvent[] }

export function ChosenFilters({ address, lines }: ChosenFiltersProps) {
  const { query } = address
  const person = query.get('person_id')
  const patient = query.get('patient_id')
  const kind = query.get('subject_type')
  const record = query.get('subject_id')
  const chosen: { words: string; without: QueryChanges }[] = []
  // The address has numbers only: a name would stay in the history of the browser.
  if (person) {
    const known = lines.find(({ actor }) => String(actor?.id) === person)?.actor
    chosen.push({
      words: `Done by ${known ? subjectName(known) : `person ${person}`}`,
      without: { person_id: null },
    })
  }
  if (patient) {
    const known = lines.find((line) => String(line.patient?.id) === patient)?.patient
    chosen.push({
      words: `About ${known ? subjectName(known) : `person ${patient}`}`,
      without: { patient_id: null },
    })
  }
  if (kind) {
    chosen.push({
      words: formatAuditSubject(kind, Number(record) || 0),
      without: { subject_type: null, subject_id: null },
    })
  }
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap gap-3">
      {chosen.map(({ words, without }) => (
        <li
          key={words}
          className="flex max-w-full items-center gap-3 rounded-md bg-brand-soft pl-3"
        >
          <span className="min-w-0 font-semibold wrap-anywhere">{words}</span>
          <a
            className="button button-quiet button-small"
            {...address.linkWith({ ...without, ...fromTheStart })}
          >
            Remove <span className="visually-hidden">{words}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
