import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { saidIn } from '../../ui/table/list-address.ts'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { WAITING_FILTERS } from './waiting-query.ts'

type WaitingFiltersProps = { api: ApiClient; address: AddressQuery }

type Named = { id: number; name: string }

const choicesOf = (all: string, named: readonly Named[] | undefined) => [
  { value: '', label: all },
  ...(named ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
]

export function WaitingFilters({ api, address }: WaitingFiltersProps) {
  const said = saidIn(address.query, WAITING_FILTERS)
  const { data } = useQuery({
    queryKey: ['waiting-choices'],
    queryFn: async () => {
      const query = { page_size: '500', ordering: 'name' }
      const [types, sites] = await Promise.all([
        api.call('GET public/appointmenttypes/', { query }),
        api.call('GET public/sites/', { query }),
      ])
      return { types: types.results as Named[], sites: sites.results as Named[] }
    },
    staleTime: 60_000,
  })
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
          <div className="min-w-0 grow basis-48">
            <SelectField
              {...field('appointment_type_id')}
              label="Service"
              choices={choicesOf('All services', data?.types)}
            />
          </div>
          <div className="min-w-0 grow basis-48">
            <SelectField
              {...field('site_id')}
              label="Branch"
              choices={choicesOf('All branches', data?.sites)}
            />
          </div>
          <div className="min-w-0 grow basis-48">
            <SelectField
              {...field('offered')}
              label="Offers"
              choices={[
                { value: '', label: 'All' },
                { value: 'yes', label: 'A time is offered' },
                { value: 'no', label: 'No time is offered' },
              ]}
            />
          </div>
        </>
      )}
    </AddressForm>
  )
}
