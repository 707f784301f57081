import { AddressForm } from '../ui/form/AddressForm.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'

type AvailabilityFiltersProps = {
  address: AddressQuery
  staff: readonly { id: number; full_name: string }[]
}

export function AvailabilityFilters({ address, staff }: AvailabilityFiltersProps) {
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
