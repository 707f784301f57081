import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ExportedVaccination } from '#lib/contract/records/record-export.ts'
import type { Vaccination } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { useApi } from '../identity/island-context.ts'
import { FoldButton } from '../ui/FoldButton.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { Lines } from '../ui/Lines.tsx'
import { Corrections } from './change/Corrections.tsx'
import { formatAdministration, formatBatch, formatNotGivenReason } from './format-vaccination.ts'
import { vaccinationRecordQuery } from './vaccination-queries.ts'

export function vaccinationLines(record: ExportedVaccination): string[] {
  const { is_historical, was_administered, dose_number, adverse_reactions } = record
  if (!was_administered) return [`Not given. ${formatNotGivenReason(record.not_given_reason)}`]
  const by = is_historical
    ? ['Given elsewhere', record.external_clinic_name, record.administered_by]
    : [record.staff_name && `Given by ${record.staff_name}`, record.site_name]
  return [
    dose_number === null ? '' : `Dose ${dose_number}`,
    formatAdministration(record),
    formatBatch(record),
    by.filter(Boolean).join(', '),
    adverse_reactions && `Reactions: ${adverse_reactions}`,
  ].filter(Boolean)
}

type VaccinationDetailsProps = { record: Vaccination }

export function VaccinationDetails({ record }: VaccinationDetailsProps) {
  const { product_name, given_on, entered_in_error, change_reason, notes } = record
  const isWrong = entered_in_error !== null
  return (
    <div className="min-w-0 wrap-anywhere">
      <h3 className={isWrong ? 'font-semibold line-through' : 'font-semibold'}>
        {product_name}, {formatCalendarDate(given_on)}
      </h3>
      {isWrong && <p>Entered in error: {change_reason}</p>}
      <div className={isWrong ? 'text-ink-soft line-through' : 'text-ink-soft'}>
        <Lines lines={[...vaccinationLines(record), ...(notes ? [`Notes: ${notes}`] : [])]} />
      </div>
    </div>
  )
}

type CorrectionsOfProps = { record: Vaccination }

/** Read when they are asked for: each reading is recorded. */
export function VaccinationCorrections({ record }: CorrectionsOfProps) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const query = useQuery({
    ...vaccinationRecordQuery(api, record.id, record.version),
    enabled: isOpen,
  })
  const { data } = query
  return (
    <div className="flex flex-col items-start gap-3">
      <FoldButton look="quiet" isOpen={isOpen} controls={panel} onToggle={() => setOpen(!isOpen)}>
        Corrections{' '}
        <span className="visually-hidden">
          of {record.product_name}, {formatCalendarDate(record.given_on)}
        </span>
      </FoldButton>
      <div id={panel} hidden={!isOpen}>
        {data && <Corrections corrections={data.corrections} />}
        {isOpen && (
          <QueryStatus query={query} what="the corrections" loading="Looking up the corrections" />
        )}
      </div>
    </div>
  )
}
