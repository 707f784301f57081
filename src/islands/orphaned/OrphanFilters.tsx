import type { FormEvent } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import {
  type ScopeRights,
  useReportChoices,
  withChosen,
} from '../reporting/appointments/report-scope.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useAddressForm } from '../ui/form/use-address-form.ts'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { ORPHAN_FILTERS } from './orphaned-query.ts'

type OrphanFiltersProps = { api: ApiClient; address: AddressQuery; scopeRights: ScopeRights }

/** Whose, where, and whether it was left already. The address keeps it. */
export function OrphanFilters({ api, address, scopeRights }: OrphanFiltersProps) {
  const said = saidIn(address.query, ORPHAN_FILTERS)
  const { form, field, enteredIn } = useAddressForm(said)
  const choices = useReportChoices(api, scopeRights)
  const clinicians = choices.clinicians.map((choice) =>
    choice.value === 'all' ? { ...choice, value: '' } : choice,
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    address.go({ ...enteredIn(event), page: null })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Filter the appointments"
      className="flex flex-wrap items-end gap-4"
    >
      {scopeRights.mayChoose && (
        <div className="min-w-0 grow basis-48">
          <SelectField
            {...field('staff_id')}
            id="attention-staff"
            label="Clinician"
            choices={withChosen(clinicians, said.staff_id)}
          />
        </div>
      )}
      <div className="min-w-0 grow basis-48">
        <SelectField
          {...field('site_id')}
          id="attention-site"
          label="Branch"
          choices={withChosen(choices.sites, said.site_id)}
        />
      </div>
      <div className="min-w-0 grow basis-48">
        <SelectField
          {...field('kept')}
          id="attention-kept"
          label="Appointments"
          choices={[
            { value: '', label: 'Need attention' },
            { value: 'yes', label: 'Kept as they are' },
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Show</Button>
        <a
          className="button button-quiet"
          {...address.linkWith({ staff_id: null, site_id: null, kept: null, page: null })}
        >
          Clear all
        </a>
      </div>
    </form>
  )
}
