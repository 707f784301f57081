import type { Availability } from '#lib/contract/availabilities.ts'
import { fromWrittenDate } from '#lib/dates/dates.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import type { TableColumn } from '../ui/table/table-column.ts'

export function availabilityColumns(onOpen: (id: number) => void): TableColumn<Availability>[] {
  const what = (row: Availability) => {
    if (row.may_change === 'no' && row.may_delete === 'no') return null
    return (
      <Button look="secondary" small onClick={() => onOpen(row.id)}>
        Change
        <span className="visually-hidden">
          : {row.staff_name}, {row.description}
        </span>
      </Button>
    )
  }
  const from = ({ start_date }: Availability) => formatCalendarDate(fromWrittenDate(start_date))
  return [
    {
      name: 'staff_name',
      label: 'Clinician',
      cell: (row) => row.staff_name,
      width: 11,
      heading: true,
      sortable: true,
    },
    { name: 'description', label: 'When', cell: (row) => row.description, width: 26 },
    {
      name: 'room_name',
      label: 'Room',
      cell: (row) => `${row.room_name}, ${row.site.name}`,
      width: 14,
      sortable: true,
    },
    { name: 'start_date', label: 'From', cell: from, width: 9, sortable: true },
    {
      name: 'types',
      label: 'Types',
      cell: (row) => row.appointment_types.length,
      width: 6,
      hiddenAtFirst: true,
    },
    { name: 'change', label: 'Change', cell: what, width: 8 },
  ]
}
