import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { PagedTable } from '../ui/table/PagedTable.tsx'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { AvailabilityFilters } from './AvailabilityFilters.tsx'
import { availabilityColumns } from './availability-columns.tsx'
import type { EditedHours } from './availability-draft.ts'
import { availabilitiesQuery } from './availability-list-query.ts'
import { choicesQuery } from './availability-queries.ts'

const AvailabilityDialog = lazy(async () => ({
  default: (await import('./AvailabilityDialog.tsx')).AvailabilityDialog,
}))

export function AvailabilityScreen({ search }: { search: string }) {
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
        words={['working pattern', 'working patterns']}
        keyOf={({ id }) => id}
        usualOrder="start_date"
        empty="No working patterns match. Clear the filters or add availability."
        toolbar={create}
      />
      {open && (
        <Suspense>
          <AvailabilityDialog of={open} onClose={() => setOpen(null)} onSaved={saved} />
        </Suspense>
      )}
    </div>
  )
}
