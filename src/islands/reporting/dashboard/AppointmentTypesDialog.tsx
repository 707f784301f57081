import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DashboardAppointmentType } from '#lib/contract/reporting.ts'
import type { Period } from '#lib/dates/dates.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { useApi } from '../../identity/island-context.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../ui/table/table-column.ts'
import { bookedTypesQuery } from './dashboard-queries.ts'
import { during } from './format-report-period.ts'

type AppointmentTypesDialogProps = {
  query: URLSearchParams
  period: Period
  onClose: () => void
}

export function AppointmentTypesDialog(props: AppointmentTypesDialogProps) {
  const api = useApi()
  const { query, period, onClose } = props
  const [ordering, setOrdering] = useState('-appointments')
  const types = useQuery(bookedTypesQuery(api, query, ordering))
  return (
    <Dialog open wide title="Appointment types" onClose={onClose}>
      <p className="mb-4">How often each was booked and not cancelled {during(period)}.</p>
      <DataTable
        name="dashboard-appointment-types"
        label="Appointment types"
        columns={columns}
        query={types}
        keyOf={({ id }) => id}
        ordering={ordering}
        onOrder={setOrdering}
        empty={<p>There are no appointment types yet.</p>}
        toolbar={
          <p role="status" className="font-semibold">
            {types.data && !types.error && counted(types.data.count, 'type')}
          </p>
        }
      />
    </Dialog>
  )
}

const columns: TableColumn<DashboardAppointmentType>[] = [
  { name: 'name', label: 'Name', cell: NameAndTags, width: 16, heading: true, sortable: true },
  {
    name: 'appointments',
    label: 'Booked',
    cell: ({ appointments }) => inFigures(appointments),
    width: 7,
    sortable: true,
  },
  {
    name: 'duration',
    label: 'Minutes',
    cell: ({ duration }) => duration,
    width: 7,
    sortable: true,
  },
]

function NameAndTags({ name, hidden, disabled }: DashboardAppointmentType) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {name}
      {hidden && <span className="tag">Hidden</span>}
      {disabled && <span className="tag tag-warn">Disabled</span>}
    </span>
  )
}
