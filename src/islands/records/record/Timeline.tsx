import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import { AppointmentStatus } from '#lib/contract/booking.ts'
import {
  type TimelineEntry,
  TimelineKind,
  timelineKinds,
} from '#lib/contract/records/patient-records.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { appointmentAddress, formAddress } from '#lib/forms/form-address.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { NewerOlder } from './NewerOlder.tsx'
import { type RecordCalls, timelineQuery } from './patient-record-queries.ts'

type TimelineProps = { calls: RecordCalls; patientId: number }

const KINDS: Record<TimelineEntry['kind'], string> = {
  appointment: 'Appointment',
  form: 'Form',
  vaccination: 'Vaccination',
  advice: 'Advice',
  outcome: 'Outcome',
  message: 'Message',
}

export function Timeline({ calls, patientId }: TimelineProps) {
  const timeZone = useTimeZone()
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const [page, setPage] = useState(1)
  const query = useQuery(timelineQuery(calls, patientId, { kind, page }))
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const { data } = query
  const turn = (to: number) => {
    setPage(to)
    list.current?.focus()
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <label htmlFor={id}>Show</label>
        <select
          id={id}
          className="input w-auto"
          value={kind ?? ''}
          onChange={({ target }) => {
            setKind(TimelineKind.options.find((each) => each === target.value) ?? null)
            setPage(1)
          }}
        >
          <option value="">Everything</option>
          {TimelineKind.options.map((each) => (
            <option key={each} value={each}>
              {timelineKinds[each]}
            </option>
          ))}
        </select>
      </div>
      <QueryStatus query={query} what="the timeline" loading="Looking up the timeline" />
      {data?.results.length === 0 && <p className="card">Nothing is recorded here yet.</p>}
      {data && data.results.length > 0 && (
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="Timeline"
          className="card flex flex-col divide-y divide-line"
        >
          {data.results.map((entry) => (
            <li key={`${entry.kind} ${entry.id}`} className="flex flex-col py-2">
              <EntryTitle entry={entry} audience={calls.audience} />
              <span className="text-ink-soft wrap-anywhere">
                {[KINDS[entry.kind], formatDateTime(entry.at, timeZone), formatDetail(entry)]
                  .filter((part) => part !== '')
                  .join(', ')}
              </span>
            </li>
          ))}
        </ol>
      )}
      {data && <NewerOlder count={data.count} page={page} onTurn={turn} />}
    </div>
  )
}

type EntryTitleProps = { entry: TimelineEntry; audience: RecordCalls['audience'] }

function EntryTitle({ entry, audience }: EntryTitleProps) {
  const { kind, id, title, appointment_id } = entry
  const address =
    kind === 'form'
      ? formAddress(audience, 'completed', id)
      : appointment_id && appointmentAddress(audience, appointment_id, null)
  if (!address) return <span className="font-semibold wrap-anywhere">{title}</span>
  return (
    <a className="link font-semibold wrap-anywhere" href={address}>
      {title}
    </a>
  )
}

function formatDetail({ kind, detail }: TimelineEntry): string {
  if (kind === 'advice') return detail
  if (kind !== 'appointment') return detail.toLowerCase()
  const [status = '', ...rest] = detail.split(', ')
  const known = AppointmentStatus.options.find((each) => each === status)
  return [known ? statusLabels(known).toLowerCase() : status, ...rest].join(', ')
}
