import { type FormEvent, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { appointmentStatuses } from '#lib/appointment-status.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { Button } from '../ui/Button.tsx'
import { periodIn } from '../ui/PeriodLinks.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { FILTERS, type Filter } from './report-query.ts'
import { type Sight, useReportChoices, whoseIn, withChosen } from './whose.ts'

type ReportFilterFormProps = {
  api: ApiClient
  address: AddressQuery
  today: string
  sight: Sight
  /** What the API refused, by the filter's name. */
  errors: FieldErrors
}

/** Which appointments to report on. Nothing is looked up until it is asked for. */
export function ReportFilterForm({ api, address, today, sight, errors }: ReportFilterFormProps) {
  const said = saidIn(address.query, today, sight)
  const [entered, setEntered] = useState({ said, values: said })
  // Another address, by a link or the back button: what it says replaces what was entered.
  if (JSON.stringify(said) !== JSON.stringify(entered.said)) setEntered({ said, values: said })
  const choices = useReportChoices(api, sight)

  const field = (name: Filter) => ({
    id: `report-${name}`,
    name,
    value: entered.values[name],
    error: errors[name]?.join(' '),
    onChange: ({ target }: { target: { value: string } }) =>
      setEntered({ said, values: { ...entered.values, [name]: target.value } }),
  })
  const choice = (name: Filter, label: string, offered: { value: string; label: string }[]) => (
    <div className="min-w-0 grow basis-48">
      <SelectField
        {...field(name)}
        label={label}
        choices={withChosen(offered, entered.values[name])}
      />
    </div>
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    address.go({ ...entered.values, page: null })
  }
  return (
    <form
      onSubmit={submit}
      aria-label="Filter the appointments"
      className="flex flex-wrap items-end gap-4"
    >
      <TextField {...field('from')} {...DAY} label="From" />
      <TextField {...field('to')} {...DAY} label="To" />
      {sight.mayChoose && choice('staff_id', 'Clinician', choices.clinicians)}
      {choice('site_id', 'Site', choices.sites)}
      {choice('appointment_type_id', 'Appointment type', choices.types)}
      {choice('status', 'Status', statuses)}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Show</Button>
        <a className="button button-quiet" {...address.linkWith(nothing)}>
          Clear all
        </a>
      </div>
    </form>
  )
}

/** The browser's own field: staff type a date or pick it. The years are those of the API. */
const DAY = { type: 'date', min: '2000-01-01', max: '2199-12-31' }

const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(appointmentStatuses).map(([value, label]) => ({ value, label })),
]

const nothing = Object.fromEntries(
  [...FILTERS, 'page', 'page_size', 'ordering'].map((name) => [name, null]),
)

function saidIn(query: URLSearchParams, today: string, sight: Sight): Record<Filter, string> {
  return {
    ...periodIn(query, today),
    staff_id: whoseIn(query, sight),
    site_id: query.get('site_id') ?? '',
    appointment_type_id: query.get('appointment_type_id') ?? '',
    status: query.get('status') ?? '',
  }
}
