import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'

type AvailabilityFiltersProps = {
  address: AddressQuery
  staff: readonly { id: number; full_name: string }[]
}

const NAMES = ['staff_id', 'search', 'over'] as const

/** Whose and where; those that are over only when asked for. The address keeps it. */
export function AvailabilityFilters({ address, staff }: AvailabilityFiltersProps) {
  const said = NAMES.map((name) => address.query.get(name) ?? '')
  const [entered, setEntered] = useState({ said, values: said })
  // Another address, by a link or the back button: what it says replaces what was entered.
  if (said.join('&') !== entered.said.join('&')) setEntered({ said, values: said })
  const [clinician = '', search = '', over = ''] = entered.values
  const enter = (place: number, value: string) =>
    setEntered({ said, values: entered.values.with(place, value) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    address.go({ staff_id: clinician, search, over, page: null })
  }
  return (
    <form
      onSubmit={submit}
      aria-label="Filter the availability"
      className="flex flex-wrap items-end gap-x-4 gap-y-4"
    >
      {staff.length > 1 && (
        <div className="min-w-0 grow basis-56">
          <SelectField
            id="filter-staff"
            label="Clinician"
            value={clinician}
            onChange={(event) => enter(0, event.target.value)}
            choices={[
              { value: '', label: 'Everybody' },
              ...staff.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
            ]}
          />
        </div>
      )}
      <div className="min-w-0 grow basis-56">
        <TextField
          id="filter-search"
          label="Clinician or room"
          maxLength={100}
          value={search}
          onChange={(event) => enter(1, event.target.value)}
        />
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={over === 'yes'}
          onChange={(event) => enter(2, event.target.checked ? 'yes' : '')}
        />
        Also what is over
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
