import { type FormEvent, useState } from 'react'
import type { PlannerChoices } from '#lib/contract/planner.ts'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../ui/form/TextField.tsx'
import { useAddressForm } from '../ui/form/use-address-form.ts'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { ASKED, minutesProblem } from './planner-queries.ts'

const FIELDS = Object.values(ASKED)
type Name = (typeof FIELDS)[number]
type Problems = Partial<Record<Name, string | undefined>>

type QuestionFormProps = {
  address: AddressQuery
  choices: PlannerChoices
  canSetDuration: boolean
  fromError: string | undefined
}

export function QuestionForm(props: QuestionFormProps) {
  const { address, choices, canSetDuration, fromError } = props
  const { form, field, enteredIn } = useAddressForm(saidIn(address.query, FIELDS))
  const [problems, setProblems] = useState<Problems>({})
  const fieldTexts = (name: Name) => ({
    ...field(name),
    id: `planner-${name}`,
    error: problems[name],
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = enteredIn(event)
    const found: Problems = {
      type: entered.type === '' ? 'Choose an appointment type' : undefined,
      minutes: minutesProblem(entered.minutes ?? ''),
    }
    setProblems(found)
    const wrong = FIELDS.find((name) => found[name])
    if (wrong) document.getElementById(`planner-${wrong}`)?.focus()
    else address.go(entered)
  }
  const { appointment_types: types, sites, clinicians } = choices
  const only = clinicians.length === 1 ? clinicians[0] : undefined
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="What to plan"
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_auto_auto_auto]"
    >
      <SelectField
        {...fieldTexts('type')}
        label="Appointment type"
        choices={[
          { value: '', label: 'Choose an appointment type' },
          ...types.map(({ id, name, duration }) => ({
            value: String(id),
            label: `${name} (${formatDuration(duration)})`,
          })),
        ]}
      />
      <SelectField
        {...fieldTexts('site')}
        label="Where"
        choices={[
          { value: '', label: 'All branches' },
          ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        {...fieldTexts('clinician')}
        label="With"
        choices={[
          { value: '', label: (only ?? { full_name: 'Any clinician' }).full_name },
          ...(only ? [] : clinicians).map(({ staff_id, full_name }) => ({
            value: String(staff_id),
            label: full_name,
          })),
        ]}
      />
      <TextField {...fieldTexts('from')} {...ANY_DAY} label="From" optional error={fromError} />
      {canSetDuration && (
        <TextField
          {...fieldTexts('minutes')}
          label="Minutes"
          optional
          inputMode="numeric"
          width="max-w-32"
        />
      )}
      <div>
        <Button type="submit">Show dates</Button>
      </div>
    </form>
  )
}
