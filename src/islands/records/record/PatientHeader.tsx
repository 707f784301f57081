import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PatientRecord } from '#lib/contract/records/patient-records.ts'
import { ageOn } from '#lib/dates/age.ts'
import { formatCalendarDate, formatDateTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { FormAlerts } from '../../forms/answers/FormAlerts.tsx'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { AllergyFacts } from './AllergyFacts.tsx'
import { clinicRecordCalls, patientRecordQuery } from './patient-record-queries.ts'

type PatientHeaderProps = { patientId: number }

/** It stays in sight, because it says who this is and what to be careful of. */
export function PatientHeader({ patientId }: PatientHeaderProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const query = useQuery(patientRecordQuery(api, patientId))
  const [calls] = useState(() => clinicRecordCalls(api, patientId))
  const { data: record } = query
  if (!record) {
    return <QueryStatus query={query} what="the patient" loading="Looking up the patient" />
  }
  const { patient, allergies, alerts, next_appointment: next, may } = record
  return (
    <section
      aria-label="Patient"
      className="card sticky z-10 flex max-h-[45vh] flex-col gap-1 overflow-y-auto print:static"
      style={{ top: 'var(--offline-height, 0)' }}
    >
      <p className="heading-3 wrap-anywhere">
        {patient.full_name}
        {patient.is_deceased && <span className="tag tag-danger ms-2">Deceased</span>}
      </p>
      <p className="text-ink-soft">{formatIdentity(patient, timeZone)}</p>
      <AllergyFacts
        {...{ calls, allergies }}
        mayChange={may.change_allergies}
        onSaved={(saved) =>
          queries.setQueryData(patientRecordQuery(api, patientId).queryKey, {
            ...record,
            allergies: saved,
          })
        }
      />
      <FormAlerts alerts={alerts} />
      {next && (
        <p>
          <span className="font-semibold">Next: </span>
          <a className="link" href={`/clinic/record-details?appointment_id=${next.id}`}>
            {next.service}, {formatDateTime(next.start, timeZone)}
          </a>
        </p>
      )}
    </section>
  )
}

function formatIdentity({ dob, nhs_number }: PatientRecord['patient'], timeZone: string): string {
  const born = dob
    ? `Born ${formatCalendarDate(dob)} (age ${ageOn(plainDateAt(Date.now(), timeZone), dob)})`
    : 'Date of birth not known'
  return nhs_number ? `${born}, NHS number ${spacedNhsNumber(nhs_number)}` : born
}
