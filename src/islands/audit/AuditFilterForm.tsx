import { auditActionGroups, auditActions, auditRoles } from '#lib/contract/audit-actions.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { AddressForm } from '../ui/form/AddressForm.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../ui/form/TextField.tsx'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'
import type { AuditFilter } from './audit-query.ts'
import { fromTheStart, only } from './filter-links.ts'

const FIELDS = ['action', 'actor_role', 'from', 'to'] as const satisfies readonly AuditFilter[]

type AuditFilterFormProps = {
  address: AddressQuery
  errors: FieldErrors
}

export function AuditFilterForm({ address, errors }: AuditFilterFormProps) {
  const said = saidIn(address.query, FIELDS)
  return (
    <AddressForm
      label="Filter the audit trail"
      idPrefix="audit"
      address={address}
      said={said}
      errors={errors}
      changes={fromTheStart}
      cleared={only({})}
    >
      {(field) => (
        <>
          <div className="min-w-0 grow basis-72">
            <SelectField
              {...field('action')}
              label="What happened"
              choices={withOther(actionChoices, said.action)}
            />
          </div>
          <div className="grow basis-40">
            <SelectField
              {...field('actor_role')}
              label="Acting as"
              choices={withOther(roleChoices, said.actor_role)}
            />
          </div>
          <TextField {...field('from')} {...ANY_DAY} label="From" />
          <TextField {...field('to')} {...ANY_DAY} label="To" />
        </>
      )}
    </AddressForm>
  )
}

type Choice = { value: string; label: string }

const actionChoices: Choice[] = [
  { value: '', label: 'Anything' },
  ...Object.entries(auditActionGroups).flatMap(([group, words]) => [
    { value: group, label: `${words}: anything` },
    ...Object.entries(auditActions)
      .filter(([action]) => action.startsWith(`${group}.`))
      .map(([value, label]) => ({ value, label })),
  ]),
]
const roleChoices: Choice[] = [
  { value: '', label: 'Anyone' },
  ...Object.entries(auditRoles).map(([value, label]) => ({ value, label })),
]

/** What an address asks for is shown as chosen, also where there are no words for it. */
const withOther = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]
