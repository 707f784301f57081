import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Vaccination, VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate, formatDateTime } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { useApi, useTimeZone, useViewer } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { FoldButton } from '../ui/FoldButton.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { Lines } from '../ui/Lines.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { formatCorrection } from './format-vaccination.ts'
import { plannerFor } from './planner-address.ts'
import { vaccinationLines } from './VaccinationEntry.tsx'
import { VaccinationList } from './VaccinationList.tsx'
import { type VaccinationsScope, vaccinationsQuery } from './vaccination-queries.ts'

const VaccinationDialog = lateComponent(
  async () => (await import('./VaccinationDialog.tsx')).VaccinationDialog,
)
const VaccinationChangeDialog = lateComponent(
  async () => (await import('./change/VaccinationChangeDialog.tsx')).VaccinationChangeDialog,
)

type VaccinationsSectionProps = {
  patientId: number
  appointmentId?: number
  clinician?: { staffId: number; name: string }
}

type OpenDialog =
  | { kind: 'record'; isHistorical: boolean }
  | { kind: 'correct' | 'enteredInError'; id: number }

export function VaccinationsSection(props: VaccinationsSectionProps) {
  const viewer = useViewer()
  return can(viewer, 'vaccination.see') ? <Vaccinations {...props} /> : null
}

function Vaccinations(props: VaccinationsSectionProps) {
  const api = useApi()
  const viewer = useViewer()
  const { patientId, appointmentId, clinician } = props
  const of: VaccinationsScope = appointmentId === undefined ? { patientId } : { appointmentId }
  const query = useQuery(vaccinationsQuery(api, of))
  const { data: start } = query
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const mayBook = can(viewer, 'appointment.book', { staffId: viewer.staff_id })
  return (
    <section aria-labelledby="vaccinations" className="flex flex-col gap-4">
      <h2 id="vaccinations" className="heading-2">
        Vaccinations
      </h2>
      {!start && (
        <QueryStatus query={query} what="the vaccinations" loading="Looking up the vaccinations" />
      )}
      {start && (
        <>
          <NextDoses records={start.results} mayBook={mayBook} />
          {start.may.record && (
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => setOpen({ kind: 'record', isHistorical: false })}>
                Record a vaccination
              </Button>
              <Button
                look="secondary"
                onClick={() => setOpen({ kind: 'record', isHistorical: true })}
              >
                Record one given elsewhere
              </Button>
            </div>
          )}
          {start.results.length === 0 ? (
            <p className="card">No vaccinations are recorded.</p>
          ) : (
            <VaccinationList records={start.results}>
              {(record) => (
                <div className="flex flex-col items-start gap-2">
                  <VaccinationDetails record={record} />
                  <RecordActions record={record} onOpen={setOpen} />
                  {record.version > 1 && <VaccinationCorrections record={record} />}
                </div>
              )}
            </VaccinationList>
          )}
        </>
      )}
      {start && open?.kind === 'record' && (
        <VaccinationDialog
          {...{ of, onClose: close }}
          {...(clinician && { clinician })}
          isHistorical={open.isHistorical}
        />
      )}
      {start && open && open.kind !== 'record' && (
        <VaccinationChangeDialog {...{ start, onClose: close }} id={open.id} kind={open.kind} />
      )}
    </section>
  )
}

type RecordActionsProps = { record: Vaccination; onOpen: (dialog: OpenDialog) => void }

function RecordActions({ record, onOpen }: RecordActionsProps) {
  const { id, product_name, given_on, entered_in_error, may } = record
  if (entered_in_error !== null || !(may.change || may.mark_as_entered_in_error)) return null
  const whose = (
    <span className="visually-hidden">
      : {product_name}, {formatCalendarDate(given_on)}
    </span>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {may.change && (
        <Button look="secondary" small onClick={() => onOpen({ kind: 'correct', id })}>
          Correct{whose}
        </Button>
      )}
      {may.mark_as_entered_in_error && (
        <Button look="secondary" small onClick={() => onOpen({ kind: 'enteredInError', id })}>
          Entered in error{whose}
        </Button>
      )}
    </div>
  )
}

type NextDosesProps = { records: readonly Vaccination[]; mayBook: boolean }

function NextDoses({ records, mayBook }: NextDosesProps) {
  const due = records.filter(({ is_next_dose_open }) => is_next_dose_open)
  if (due.length === 0) return null
  return (
    <ul aria-label="Next doses" className="flex flex-col gap-2">
      {due.map(({ id, product_name, booster_due_date, patient_id }) => (
        <li key={id} className="banner flex flex-wrap items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            {product_name}: next dose due {booster_due_date && formatCalendarDate(booster_due_date)}
          </span>
          {mayBook && (
            <a className="link" href={plannerFor(patient_id, booster_due_date)}>
              Book next dose<span className="visually-hidden"> of {product_name}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

type VaccinationDetailsProps = { record: Vaccination }

function VaccinationDetails({ record }: VaccinationDetailsProps) {
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
function VaccinationCorrections({ record }: CorrectionsOfProps) {
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

type CorrectionsProps = Pick<VaccinationRecord, 'corrections'>

function Corrections({ corrections }: CorrectionsProps) {
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

/** `version` reads it again once it has been corrected. */
const vaccinationRecordQuery = (api: ApiClient, id: number, version: number) =>
  queryOptions({
    ...atOnce,
    queryKey: ['vaccinations', 'record', id, version],
    queryFn: ({ signal }) =>
      api.call('GET admin/vaccinationhistories/{id}/', { params: { id }, signal }),
  })
