import type { FieldErrors } from '#lib/contract/errors.ts'
import { useApi } from '../../identity/island-context.ts'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { periodIn } from '../../ui/table/PeriodLinks.tsx'
import type { AddressQuery, QueryChanges } from '../../ui/use-address-query.ts'
import {
  type ScopeRights,
  scopeIn,
  useReportChoices,
  withChosen,
} from '../appointments/report-scope.ts'

type DashboardFormProps = {
  address: AddressQuery
  today: string
  scopeRights: ScopeRights
  errors: FieldErrors
  changes: QueryChanges
}

export function DashboardForm(props: DashboardFormProps) {
  const api = useApi()
  const { address, today, scopeRights, errors, changes } = props
  const said = {
    ...periodIn(address.query, today),
    staff_id: scopeIn(address.query, scopeRights),
  }
  const { clinicians } = useReportChoices(api, scopeRights)
  return (
    <AddressForm
      label="Days and clinician"
      idPrefix="dashboard"
      {...{ address, said, errors, changes }}
    >
      {(field) => (
        <>
          <TextField {...field('from')} {...ANY_DAY} label="From" />
          <TextField {...field('to')} {...ANY_DAY} label="To" />
          {scopeRights.mayChoose && (
            <div className="min-w-0 grow basis-56 sm:max-w-80">
              <SelectField
                {...field('staff_id')}
                label="Clinician"
                choices={withChosen(clinicians, said.staff_id)}
              />
            </div>
          )}
        </>
      )}
    </AddressForm>
  )
}
