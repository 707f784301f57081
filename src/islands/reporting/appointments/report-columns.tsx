import type { ReportedAppointment } from '#lib/contract/reporting.ts'
import { formatCalendarDate, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import { StatusTag } from '../../ui/feedback/StatusTag.tsx'
import type { TableColumn } from '../../ui/table/table-column.ts'

export function reportColumns(timeZone: string): TableColumn<ReportedAppointment>[] {
  const time = (at: string | null) =>
    at && (
      <time dateTime={at}>
        {formatCalendarDate(plainDateAt(at, timeZone))}, {formatTime(at, timeZone)}
      </time>
    )
  return [
    {
      name: 'start',
      label: 'When',
      cell: ({ start }) => time(start),
      width: 16,
      heading: true,
      sortable: true,
    },
    {
      name: 'patient',
      label: 'Patient',
      cell: ({ patient }) => patient.full_name,
      width: 12,
      sortable: true,
    },
    {
      name: 'appointment_type',
      label: 'Appointment type',
      cell: ({ appointment_type }) => appointment_type.name,
      width: 14,
      sortable: true,
    },
    {
      name: 'clinician',
      label: 'Clinician',
      cell: ({ clinician }) => clinician.full_name,
      width: 11,
      sortable: true,
    },
    { name: 'site', label: 'Site', cell: ({ site }) => site.name, width: 12, sortable: true },
    {
      name: 'status',
      label: 'Status',
      cell: ({ status }) => <StatusTag status={status} />,
      width: 10,
      sortable: true,
    },
    {
      name: 'outcomes',
      label: 'Outcomes',
      cell: ({ outcomes }) => outcomes.map(({ name }) => name).join(', '),
      width: 14,
      hiddenAtFirst: true,
    },
    {
      name: 'duration',
      label: 'Minutes',
      cell: ({ duration }) => duration,
      width: 7,
      sortable: true,
    },
    {
      name: 'room',
      label: 'Room',
      cell: ({ room }) => room.name,
      width: 10,
      hiddenAtFirst: true,
    },
    {
      name: 'reference',
      label: 'Reference',
      cell: ({ reference }) => reference,
      width: 9,
      hiddenAtFirst: true,
    },
    {
      name: 'created',
      label: 'Booked on',
      cell: ({ created }) => time(created),
      width: 16,
      hiddenAtFirst: true,
    },
    {
      name: 'ended',
      label: 'Completed or cancelled on',
      cell: ({ completed_on, cancelled_on }) => time(completed_on ?? cancelled_on),
      width: 16,
      hiddenAtFirst: true,
    },
  ]
}
