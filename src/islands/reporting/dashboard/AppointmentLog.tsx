import { useQuery } from '@tanstack/react-query'
import { formatAuditAction } from '#lib/contract/audit-actions.ts'
import type { AppointmentLogEntry } from '#lib/contract/reporting.ts'
import { formatCalendarDate, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import type { TableColumn } from '../../ui/table/table-column.ts'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { logQuery } from './dashboard-queries.ts'

type AppointmentLogProps = { address: AddressQuery }

export function AppointmentLog({ address }: AppointmentLogProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const query = useQuery(logQuery(api, address.query))
  const upTo = address.query.get('up_to')
  const newest = query.isPlaceholderData ? null : (query.data?.results[0]?.sequence ?? null)
  return (
    <PagedTable
      name="appointment-log"
      label="Appointment log"
      columns={columnsIn(timeZone)}
      query={query}
      address={address}
      nouns={['entry', 'entries']}
      anchor={{ up_to: upTo ?? newest }}
      keyOf={({ sequence }) => sequence}
      empty="No appointments were booked or changed in this period."
    />
  )
}

function columnsIn(timeZone: string): TableColumn<AppointmentLogEntry>[] {
  const time = (at: string) => (
    <time dateTime={at}>
      {formatCalendarDate(plainDateAt(at, timeZone))}, {formatTime(at, timeZone)}
    </time>
  )
  return [
    { name: 'when', label: 'When', cell: ({ at }) => time(at), width: 12, heading: true },
    { name: 'what', label: 'What', cell: ({ action }) => formatAuditAction(action), width: 12 },
    {
      name: 'patient',
      label: 'Patient',
      cell: ({ appointment }) => appointment.patient.full_name,
      width: 10,
    },
    {
      name: 'type',
      label: 'Appointment',
      cell: ({ appointment }) => appointment.appointment_type.name,
      width: 12,
    },
    {
      name: 'start',
      label: 'Takes place',
      cell: ({ appointment }) => time(appointment.start),
      width: 12,
    },
    {
      name: 'clinician',
      label: 'Clinician',
      cell: ({ appointment }) => appointment.clinician.full_name,
      width: 9,
    },
    {
      name: 'site',
      label: 'Site',
      cell: ({ appointment }) => appointment.site.name,
      width: 12,
      hiddenAtFirst: true,
    },
    {
      name: 'by',
      label: 'By',
      cell: ({ by }) => by ?? 'Patient',
      width: 9,
    },
  ]
}
