import type { FormEvent } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useAddressForm } from '../../ui/form/use-address-form.ts'
import { periodIn } from '../../ui/table/PeriodLinks.tsx'
import type { AddressQuery, QueryChanges } from '../../ui/use-address-query.ts'
import {
  type ScopeRights,
  scopeIn,
  useReportChoices,
  withChosen,
} from '../appointments/report-scope.ts'

type DashboardFormProps = {
  api: ApiClient
  address: AddressQuery
  today: string
  scopeRights: ScopeRights
  /** What the API refused, by the field's name. */
  errors: FieldErrors
  /** What else changes with the period: the page of the log. */
  changes: QueryChanges
}

/** Any days, and whose numbers. */
export function DashboardForm(props: DashboardFormProps) {
  const { api, address, today, scopeRights, errors, changes } = props
  const said = {
    ...periodIn(address.query, today),
    staff_id: scopeIn(address.query, scopeRights),
  }
  const { form, field, enteredIn } = useAddressForm(said)
  const { clinicians } = useReportChoices(api, scopeRights)
  const wordsOf = (name: keyof typeof said) => ({
    ...field(name),
    id: `dashboard-${name}`,
    error: errors[name]?.join(' '),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    address.go({ ...enteredIn(event), ...changes })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Days and clinician"
      className="flex flex-wrap items-end gap-4"
    >
      <TextField {...wordsOf('from')} {...ANY_DAY} label="From" />
      <TextField {...wordsOf('to')} {...ANY_DAY} label="To" />
      {scopeRights.mayChoose && (
        <div className="min-w-0 grow basis-56 sm:max-w-80">
          <SelectField
            {...wordsOf('staff_id')}
            label="Clinician"
            choices={withChosen(clinicians, said.staff_id)}
          />
        </div>
      )}
      <Button type="submit">Show</Button>
    </form>
  )
}
