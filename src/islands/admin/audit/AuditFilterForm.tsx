import { type FormEvent, useState } from 'react'
import { auditActionGroups, auditActions, auditRoles } from '#lib/audit-actions.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import type { Filter } from './audit-query.ts'
import { fromTheStart, only } from './filter-links.ts'

const FIELDS = ['action', 'actor_role', 'from', 'to'] as const satisfies readonly Filter[]
type Field = (typeof FIELDS)[number]

type AuditFilterFormProps = {
  address: AddressQuery
  /** What the API refused, by the filter's name. */
  errors: FieldErrors
}

/** What happened, as what and when. Nothing is looked up until it is asked for. */
export function AuditFilterForm({ address, errors }: AuditFilterFormProps) {
  const { query } = address
  const said = FIELDS.map((name) => query.get(name) ?? '')
  const [entered, setEntered] = useState({ said, values: valuesOf(said) })
  // Another address, by a link or the back button: what it says replaces what was entered.
  if (said.join('&') !== entered.said.join('&')) setEntered({ said, values: valuesOf(said) })

  const field = (name: Field) => ({
    id: `audit-${name}`,
    name,
    value: entered.values[name],
    error: errors[name]?.join(' '),
    onChange: ({ target }: { target: { value: string } }) =>
      setEntered({ said, values: { ...entered.values, [name]: target.value } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    address.go({ ...entered.values, ...fromTheStart })
  }
  return (
    <form
      onSubmit={submit}
      aria-label="Filter the audit trail"
      className="flex flex-wrap items-end gap-x-4 gap-y-4"
    >
      <div className="min-w-0 grow basis-72">
        <SelectField
          {...field('action')}
          label="What happened"
          choices={withOther(actionChoices, entered.values.action)}
        />
      </div>
      <div className="grow basis-40">
        <SelectField
          {...field('actor_role')}
          label="Acting as"
          choices={withOther(roleChoices, entered.values.actor_role)}
        />
      </div>
      <TextField {...field('from')} {...DAY} label="From" />
      <TextField {...field('to')} {...DAY} label="To" />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Show</Button>
        <a className="button button-quiet" {...address.linkWith(only({}))}>
          Clear all
        </a>
      </div>
    </form>
  )
}

/** The browser's own field: staff type a date or pick it. The years are those of the API. */
const DAY = { type: 'date', min: '2000-01-01', max: '2199-12-31' }

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
  { value: '', label: 'Anybody' },
  ...Object.entries(auditRoles).map(([value, label]) => ({ value, label })),
]

/** What an address asks for is shown as chosen, also where there are no words for it. */
const withOther = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]

const valuesOf = (said: string[]) =>
  Object.fromEntries(FIELDS.map((name, place) => [name, said[place] ?? ''])) as Record<
    Field,
    string
  >
