import { appointmentStatuses } from '#lib/appointments/appointment-status.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { useApi } from '../../identity/island-context.ts'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { saidIn } from '../../ui/table/list-address.ts'
import { periodIn } from '../../ui/table/PeriodLinks.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { REPORT_FILTERS, type ReportFilter } from './report-query.ts'
import { type ScopeRights, scopeIn, useReportChoices, withChosen } from './report-scope.ts'

type ReportFilterFormProps = {
  address: AddressQuery
  today: string
  scopeRights: ScopeRights
  errors: FieldErrors
}

export function ReportFilterForm({ address, today, scopeRights, errors }: ReportFilterFormProps) {
  const api = useApi()
  const said = {
    ...saidIn(address.query, ['site_id', 'appointment_type_id', 'status', 'outcome_id']),
    ...periodIn(address.query, today),
    staff_id: scopeIn(address.query, scopeRights),
  } satisfies Record<ReportFilter, string>
  const choices = useReportChoices(api, scopeRights)
  const selects = [
    ...(scopeRights.mayChoose ? [['staff_id', 'Clinician', choices.clinicians] as const] : []),
    ['site_id', 'Site', choices.sites],
    ['appointment_type_id', 'Appointment type', choices.types],
    ['status', 'Status', statuses],
    ['outcome_id', 'Outcome', choices.outcomes],
  ] as const
  return (
    <AddressForm
      label="Filter the appointments"
      idPrefix="report"
      address={address}
      said={said}
      errors={errors}
      cleared={nothing}
    >
      {(field) => (
        <>
          <TextField {...field('from')} {...ANY_DAY} label="From" />
          <TextField {...field('to')} {...ANY_DAY} label="To" />
          {selects.map(([name, label, offered]) => (
            <FilterSelect
              key={name}
              {...field(name)}
              label={label}
              choices={withChosen(offered, said[name])}
            />
          ))}
        </>
      )}
    </AddressForm>
  )
}

const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(appointmentStatuses).map(([value, label]) => ({ value, label })),
]

const nothing = Object.fromEntries(
  [...REPORT_FILTERS, 'page', 'page_size', 'ordering'].map((name) => [name, null]),
)
