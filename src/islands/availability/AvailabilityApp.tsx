import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { Availability } from '#lib/contract/availabilities.ts'
import { fromWrittenDate } from '#lib/dates/dates.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { useApi } from '../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { Button } from '../ui/Button.tsx'
import { AddressForm } from '../ui/form/AddressForm.tsx'
import { keepShown } from '../ui/form/at-once.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { picked, saidIn } from '../ui/table/list-address.ts'
import { PagedTable } from '../ui/table/PagedTable.tsx'
import type { TableColumn } from '../ui/table/table-column.ts'
import { type AddressQuery, useAddressQuery } from '../ui/use-address-query.ts'
import type { EditedHours } from './availability-draft.ts'
import { choicesQuery } from './availability-queries.ts'

const AvailabilityDialog = lateComponent(
  async () => (await import('./AvailabilityDialog.tsx')).AvailabilityDialog,
)

export function AvailabilityApp({ settings, search, api: injected }: ScreenIslandProps) {
  return (
    <SignedInIsland settings={settings} api={injected}>
      <AvailabilityScreen search={search} />
    </SignedInIsland>
  )
}

function AvailabilityScreen({ search }: { search: string }) {
  const api = useApi()
  const address = useAddressQuery(search)
  const queries = useQueryClient()
  const choices = useQuery(choicesQuery(api, ''))
  const today = choices.data?.today
  const query = useQuery(availabilitiesQuery(api, address.query, today))
  const [open, setOpen] = useState<EditedHours | null>(null)
  const staff = choices.data?.staff ?? []
  const mayCreate = staff.some(({ may_create }) => may_create !== 'no')
  const columns = availabilityColumns((id) => setOpen({ kind: 'existing', id }))
  const saved = () => {
    setOpen(null)
    void queries.invalidateQueries()
  }
  const create = mayCreate && (
    <Button onClick={() => setOpen({ kind: 'new' })}>Add availability</Button>
  )
  return (
    <div className="flex flex-col gap-6" data-view-only>
      <AvailabilityFilters address={address} staff={staff} />
      <PagedTable
        name="availabilities"
        label="Availability"
        columns={columns}
        query={choices.error ? { ...query, error: choices.error, refetch: choices.refetch } : query}
        address={address}
        nouns={['working pattern', 'working patterns']}
        keyOf={({ id }) => id}
        usualOrder="start_date"
        empty="No working patterns match. Clear the filters or add availability."
        toolbar={create}
      />
      {open && <AvailabilityDialog of={open} onClose={() => setOpen(null)} onSaved={saved} />}
    </div>
  )
}

const ASKED = ['staff_id', 'search', 'ordering', 'page', 'page_size']

function availabilitiesQuery(api: ApiClient, address: URLSearchParams, today: string | undefined) {
  const query = {
    ...picked(address, ASKED),
    ...(address.get('over') !== 'yes' && today !== undefined && { from: today }),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['availabilities', query],
    enabled: today !== undefined,
    queryFn: ({ signal }): Promise<Page<Availability>> =>
      api.call('GET admin/availabilities/', { query, signal }),
  })
}

type AvailabilityFiltersProps = {
  address: AddressQuery
  staff: readonly { id: number; full_name: string }[]
}

function AvailabilityFilters({ address, staff }: AvailabilityFiltersProps) {
  const said = saidIn(address.query, ['staff_id', 'search', 'over'])
  return (
    <AddressForm
      label="Filter the availability"
      idPrefix="filter"
      address={address}
      said={said}
      cleared={{ staff_id: null, search: null, over: null, page: null }}
    >
      {(field) => (
        <>
          {staff.length > 1 && (
            <div className="min-w-0 grow basis-56">
              <SelectField
                {...field('staff_id')}
                label="Clinician"
                choices={[
                  { value: '', label: 'Everybody' },
                  ...staff.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
                ]}
              />
            </div>
          )}
          <div className="min-w-0 grow basis-56">
            <TextField {...field('search')} label="Clinician or room" maxLength={100} />
          </div>
          <label className="choice">
            <input type="checkbox" name="over" value="yes" defaultChecked={said.over === 'yes'} />
            Include past
          </label>
        </>
      )}
    </AddressForm>
  )
}

function availabilityColumns(onOpen: (id: number) => void): TableColumn<Availability>[] {
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
