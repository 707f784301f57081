import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { addDays, formatDate, formatTimeRange, plainDateAt } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import type { RecordToolProps } from '../../admin/resources/admin-screen.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { formatScheduleAddress } from '../../schedule/schedule-address.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { StatusTag } from '../../ui/feedback/StatusTag.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { PageTurner } from '../../ui/table/PageTurner.tsx'

const PAGE_SIZE = 20

const parts = {
  upcoming: { label: 'From today', empty: 'There are no appointments from today.' },
  past: { label: 'Before today', empty: 'There are no appointments before today.' },
  cancelled: { label: 'Cancelled', empty: 'There are no cancelled appointments.' },
} as const
type Part = keyof typeof parts

export function PersonAppointments({ settings, record, onClose }: RecordToolProps) {
  const api = useApi()
  const [{ part, page }, show] = useState<{ part: Part; page: number }>({
    part: 'upcoming',
    page: 1,
  })
  const list = useRef<HTMLElement>(null)
  const today = plainDateAt(Date.now(), settings.timeZone)
  const query = useQuery(appointmentsQuery(api, record.id, { part, page, today }))
  const turn = (to: number) => {
    show({ part, page: to })
    list.current?.focus()
  }
  return (
    <Dialog open wide title={`Appointments of ${record['full_name']}`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <PartChoice chosen={part} onChoose={(next) => show({ part: next, page: 1 })} />
        <section ref={list} tabIndex={-1} aria-label={parts[part].label} className="scroll-mt-4">
          <AppointmentTable {...{ query, part, page, turn }} />
        </section>
      </div>
    </Dialog>
  )
}

function PartChoice({ chosen, onChoose }: { chosen: Part; onChoose: (part: Part) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">Which appointments</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {(Object.keys(parts) as Part[]).map((part) => (
          <label key={part} className="choice">
            <input
              type="radio"
              name={name}
              checked={part === chosen}
              onChange={() => onChoose(part)}
            />
            {parts[part].label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type AppointmentTableProps = {
  query: ReturnType<typeof useQuery<{ count: number; results: readonly ClinicAppointment[] }>>
  part: Part
  page: number
  turn: (page: number) => void
}

function AppointmentTable({ query, part, page, turn }: AppointmentTableProps) {
  const { data, isFetching } = query
  if (!data) {
    return (
      <QueryStatus query={query} what="these appointments" loading="Loading these appointments" />
    )
  }
  const { count, results } = data
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  return (
    <div className="flex flex-col gap-4" aria-busy={isFetching}>
      <p role="status">{count === 0 ? parts[part].empty : counted(count, 'appointment')}</p>
      {results.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {results.map((one) => (
            <Appointment key={one.id} appointment={one} />
          ))}
        </ul>
      )}
      <PageTurner label="Pages of appointments" {...{ page, pages }} onTurn={turn} />
    </div>
  )
}

type AppointmentProps = { appointment: ClinicAppointment }

function Appointment({ appointment }: AppointmentProps) {
  const timeZone = useTimeZone()
  const { id, start, end, appointment_type, clinician, site, status, staff_id } = appointment
  const when = `${formatDate(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`
  const place = formatScheduleAddress({
    action: 'schedule',
    by: 'staff',
    only: staff_id,
    span: 'day',
    siteId: null,
    date: plainDateAt(start, timeZone),
    look: 'grid',
  })
  return (
    <li className="flex items-start justify-between gap-x-6 gap-y-2 py-3 max-sm:flex-col">
      <div className="min-w-0">
        <a className="link font-semibold" href={`/clinic/record-details?appointment_id=${id}`}>
          {when}
        </a>
        <p className="wrap-anywhere">{appointment_type.name}</p>
        <p className="text-ink-soft wrap-anywhere">
          {clinician.full_name}, {site.name}
        </p>
        {appointment.cancellation_notes && (
          <p className="wrap-anywhere">{appointment.cancellation_notes}</p>
        )}
      </div>
      <div className="flex flex-none flex-wrap items-center gap-3 sm:justify-end">
        <StatusTag status={status} />
        <a className="button button-secondary button-small" href={place}>
          Schedule<span className="visually-hidden"> at {when}</span>
        </a>
      </div>
    </li>
  )
}

type AppointmentsRequest = { part: Part; page: number; today: string }

const appointmentsQuery = (
  api: ApiClient,
  patientId: number,
  { part, page, today }: AppointmentsRequest,
) =>
  queryOptions({
    ...atOnce,
    queryKey: ['appointments of a person', patientId, part, page, today],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const common = { patient_id: patientId, page, page_size: PAGE_SIZE }
      const query =
        part === 'upcoming'
          ? { ...common, from: today, ordering: 'start' }
          : part === 'past'
            ? { ...common, to: addDays(today, -1), ordering: '-start' }
            : { ...common, ordering: '-start' }
      return await (part === 'cancelled'
        ? api.call('GET admin/cancelled-appointments/', { query, signal })
        : api.call('GET admin/appointments/', { query, signal }))
    },
  })
