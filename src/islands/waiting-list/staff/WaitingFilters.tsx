import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../identity/island-context.ts'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { saidIn } from '../../ui/table/list-address.ts'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { toWaitingChoices, WAITING_FILTERS, waitingChoicesQuery } from './waiting-query.ts'

type WaitingFiltersProps = { address: AddressQuery }

export function WaitingFilters({ address }: WaitingFiltersProps) {
  const api = useApi()
  const said = saidIn(address.query, WAITING_FILTERS)
  const { data } = useQuery(waitingChoicesQuery(api))
  return (
    <AddressForm
      label="Filter the waiting list"
      idPrefix="waiting"
      address={address}
      said={said}
      cleared={{ appointment_type_id: null, site_id: null, offered: null, page: null }}
    >
      {(field) => (
        <>
          <FilterSelect
            {...field('appointment_type_id')}
            label="Service"
            choices={toWaitingChoices('All services', data?.types)}
          />
          <FilterSelect
            {...field('site_id')}
            label="Branch"
            choices={toWaitingChoices('All branches', data?.sites)}
          />
          <FilterSelect
            {...field('offered')}
            label="Offers"
            choices={[
              { value: '', label: 'All' },
              { value: 'yes', label: 'A time is offered' },
              { value: 'no', label: 'No time is offered' },
            ]}
          />
        </>
      )}
    </AddressForm>
  )
}
