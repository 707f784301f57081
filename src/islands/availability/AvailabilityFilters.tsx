import type { FormEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useAddressForm } from '../ui/form/use-address-form.ts'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'

type AvailabilityFiltersProps = {
  address: AddressQuery
  staff: readonly { id: number; full_name: string }[]
}

/** Whose and where; those that are over only when asked for. The address keeps it. */
export function AvailabilityFilters({ address, staff }: AvailabilityFiltersProps) {
  const said = saidIn(address.query, ['staff_id', 'search', 'over'])
  const { form, field, enteredIn } = useAddressForm(said)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    address.go({ ...enteredIn(event), page: null })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Filter the availability"
      className="flex flex-wrap items-end gap-x-4 gap-y-4"
    >
      {staff.length > 1 && (
        <div className="min-w-0 grow basis-56">
          <SelectField
            {...field('staff_id')}
            id="filter-staff"
            label="Clinician"
            choices={[
              { value: '', label: 'Everybody' },
              ...staff.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
            ]}
          />
        </div>
      )}
      <div className="min-w-0 grow basis-56">
        <TextField
          {...field('search')}
          id="filter-search"
          label="Clinician or room"
          maxLength={100}
        />
      </div>
      <label className="choice">
        <input type="checkbox" name="over" value="yes" defaultChecked={said.over === 'yes'} />
        Include past
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Show</Button>
        <a
          className="button button-quiet"
          {...address.linkWith({ staff_id: null, search: null, over: null, page: null })}
        >
          Clear all
        </a>
      </div>
    </form>
  )
}
