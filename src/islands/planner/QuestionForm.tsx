import { type FormEvent, useState } from 'react'
import type { PlannerChoices } from '#lib/contract/planner.ts'
import { formatDuration } from '#lib/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { ASKED } from './planner-queries.ts'

const FIELDS = [ASKED.typeId, ASKED.siteId, ASKED.staffId, ASKED.from] as const
type Name = (typeof FIELDS)[number]

type QuestionFormProps = {
  address: AddressQuery
  choices: PlannerChoices
  /** What is wrong with the date that the address asks for. */
  fromError: string | undefined
}

/** Which service, where, with whom and from when. Nothing is looked up until it is asked for. */
export function QuestionForm({ address, choices, fromError }: QuestionFormProps) {
  const { query } = address
  const said = FIELDS.map((name) => query.get(name) ?? '')
  const [entered, setEntered] = useState({ said, values: valuesOf(said) })
  const [isAsked, setAsked] = useState(false)
  // Another address, by a link or the back button: what it says replaces what was entered.
  if (said.join('&') !== entered.said.join('&')) setEntered({ said, values: valuesOf(said) })
  const { values } = entered

  const field = (name: Name) => ({
    id: `planner-${name}`,
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setEntered({ said, values: { ...values, [name]: target.value } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(values.type === '')
    if (values.type === '') document.getElementById('planner-type')?.focus()
    else address.go(values)
  }
  const { appointment_types: types, sites, clinicians } = choices
  const only = clinicians.length === 1 ? clinicians[0] : undefined
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="What to plan"
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_auto_auto]"
    >
      <SelectField
        {...field('type')}
        label="Service"
        error={isAsked ? 'Choose a service' : undefined}
        choices={[
          { value: '', label: 'Choose a service' },
          ...types.map(({ id, name, duration }) => ({
            value: String(id),
            label: `${name} (${formatDuration(duration)})`,
          })),
        ]}
      />
      <SelectField
        {...field('site')}
        label="Where"
        choices={[
          { value: '', label: 'All sites' },
          ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        {...field('clinician')}
        label="With"
        choices={[
          { value: '', label: (only ?? { full_name: 'Anybody' }).full_name },
          ...(only ? [] : clinicians).map(({ staff_id, full_name }) => ({
            value: String(staff_id),
            label: full_name,
          })),
        ]}
      />
      <TextField
        {...field('from')}
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        label="From"
        optional
        error={fromError}
      />
      <div>
        <Button type="submit">Show dates</Button>
      </div>
    </form>
  )
}

const valuesOf = (said: string[]) =>
  Object.fromEntries(FIELDS.map((name, place) => [name, said[place] ?? ''])) as Record<Name, string>
