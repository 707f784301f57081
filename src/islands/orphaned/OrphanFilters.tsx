import { useApi } from '../identity/island-context.ts'
import {
  type ScopeRights,
  useReportChoices,
  withChosen,
} from '../reporting/appointments/report-scope.ts'
import { AddressForm } from '../ui/form/AddressForm.tsx'
import { FilterSelect } from '../ui/form/FilterSelect.tsx'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { ORPHAN_FILTERS } from './orphaned-query.ts'

type OrphanFiltersProps = { address: AddressQuery; scopeRights: ScopeRights }

export function OrphanFilters({ address, scopeRights }: OrphanFiltersProps) {
  const api = useApi()
  const said = saidIn(address.query, ORPHAN_FILTERS)
  const choices = useReportChoices(api, scopeRights)
  const clinicians = choices.clinicians.map((choice) =>
    choice.value === 'all' ? { ...choice, value: '' } : choice,
  )
  return (
    <AddressForm
      label="Filter the appointments"
      idPrefix="attention"
      address={address}
      said={said}
      cleared={{ staff_id: null, site_id: null, kept: null, asked: null, page: null }}
    >
      {(field) => (
        <>
          {scopeRights.mayChoose && (
            <FilterSelect
              {...field('staff_id')}
              label="Clinician"
              choices={withChosen(clinicians, said.staff_id)}
            />
          )}
          <FilterSelect
            {...field('site_id')}
            label="Branch"
            choices={withChosen(choices.sites, said.site_id)}
          />
          <FilterSelect
            {...field('kept')}
            label="Appointments"
            choices={[
              { value: '', label: 'Need attention' },
              { value: 'yes', label: 'Kept as they are' },
            ]}
          />
          <FilterSelect
            {...field('asked')}
            label="Patients"
            choices={[
              { value: '', label: 'All' },
              { value: 'no', label: 'Not asked for another time' },
              { value: 'yes', label: 'Asked, no answer yet' },
            ]}
          />
        </>
      )}
    </AddressForm>
  )
}
