import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Vaccination } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { useApi, useViewer } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { plannerFor } from './planner-address.ts'
import { VaccinationCorrections, VaccinationDetails } from './VaccinationEntry.tsx'
import { VaccinationList } from './VaccinationList.tsx'
import { type VaccinationsScope, vaccinationsQuery } from './vaccination-queries.ts'

const VaccinationDialog = lazy(async () => ({
  default: (await import('./VaccinationDialog.tsx')).VaccinationDialog,
}))
const VaccinationChangeDialog = lazy(async () => ({
  default: (await import('./change/VaccinationChangeDialog.tsx')).VaccinationChangeDialog,
}))

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
      {start && open && (
        <Suspense>
          {open.kind === 'record' ? (
            <VaccinationDialog
              {...{ of, onClose: close }}
              {...(clinician && { clinician })}
              isHistorical={open.isHistorical}
            />
          ) : (
            <VaccinationChangeDialog {...{ start, onClose: close }} id={open.id} kind={open.kind} />
          )}
        </Suspense>
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
