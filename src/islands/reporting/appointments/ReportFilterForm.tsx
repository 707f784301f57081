import type { FormEvent } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { appointmentStatuses } from '#lib/appointment-status.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useAddressForm } from '../../ui/form/use-address-form.ts'
import { saidIn } from '../../ui/table/list-address.ts'
import { periodIn } from '../../ui/table/PeriodLinks.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { REPORT_FILTERS, type ReportFilter } from './report-query.ts'
import { type ScopeRights, scopeIn, useReportChoices, withChosen } from './report-scope.ts'

type ReportFilterFormProps = {
  api: ApiClient
  address: AddressQuery
  today: string
  scopeRights: ScopeRights
  /** What the API refused, by the filter's name. */
  errors: FieldErrors
}

/** Which appointments to report on. Nothing is looked up until it is asked for. */
export function ReportFilterForm({
  api,
  address,
  today,
  scopeRights,
  errors,
}: ReportFilterFormProps) {
  const said = {
    ...saidIn(address.query, ['site_id', 'appointment_type_id', 'status', 'outcome_id']),
    ...periodIn(address.query, today),
    staff_id: scopeIn(address.query, scopeRights),
  } satisfies Record<ReportFilter, string>
  const { form, field, enteredIn } = useAddressForm(said)
  const choices = useReportChoices(api, scopeRights)

  const wordsOf = (name: ReportFilter) => ({
    ...field(name),
    id: `report-${name}`,
    error: errors[name]?.join(' '),
  })
  const choice = (
    name: ReportFilter,
    label: string,
    offered: { value: string; label: string }[],
  ) => (
    <div className="min-w-0 grow basis-48">
      <SelectField {...wordsOf(name)} label={label} choices={withChosen(offered, said[name])} />
    </div>
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
      <TextField {...wordsOf('from')} {...ANY_DAY} label="From" />
      <TextField {...wordsOf('to')} {...ANY_DAY} label="To" />
      {scopeRights.mayChoose && choice('staff_id', 'Clinician', choices.clinicians)}
      {choice('site_id', 'Site', choices.sites)}
      {choice('appointment_type_id', 'Appointment type', choices.types)}
      {choice('status', 'Status', statuses)}
      {choice('outcome_id', 'Outcome', choices.outcomes)}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Show</Button>
        <a className="button button-quiet" {...address.linkWith(nothing)}>
          Clear all
        </a>
      </div>
    </form>
  )
}

const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(appointmentStatuses).map(([value, label]) => ({ value, label })),
]

const nothing = Object.fromEntries(
  [...REPORT_FILTERS, 'page', 'page_size', 'ordering'].map((name) => [name, null]),
)
