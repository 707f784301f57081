import { type FormEvent, useEffect, useRef } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { type Sight, useReportChoices, whoseIn, withChosen } from '../reporting/whose.ts'
import { Button } from '../ui/Button.tsx'
import { periodIn } from '../ui/PeriodLinks.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { AddressQuery, QueryChanges } from '../ui/use-address-query.ts'

type DashboardFormProps = {
  api: ApiClient
  address: AddressQuery
  today: string
  sight: Sight
  /** What the API refused, by the field's name. */
  errors: FieldErrors
  /** What else changes with the period: the page of the log. */
  changes: QueryChanges
}

/** Any days, and whose numbers. */
export function DashboardForm(props: DashboardFormProps) {
  const { api, address, today, sight, errors, changes } = props
  const said = {
    ...periodIn(address.query, today),
    staff_id: whoseIn(address.query, sight),
  }
  const form = useRef<HTMLFormElement>(null)
  const addressSays = JSON.stringify(said)
  const { clinicians } = useReportChoices(api, sight)

  const shown = useRef(addressSays)
  // Another address, by a link or the back button: what it says replaces what was entered. What was
  // entered before the script was there stays, since the fields keep it themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (shown.current === addressSays) return
    shown.current = addressSays
    for (const [name, value] of Object.entries(said)) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
        control.value = value
      }
    }
  }, [addressSays])

  const field = (name: keyof typeof said) => ({
    id: `dashboard-${name}`,
    name,
    defaultValue: said[name],
    error: errors[name]?.join(' '),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const text = (name: keyof typeof said) => String(entered.get(name) ?? '')
    address.go({
      from: text('from'),
      to: text('to'),
      ...(sight.mayChoose && { staff_id: text('staff_id') }),
      ...changes,
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Days and clinician"
      className="flex flex-wrap items-end gap-4"
    >
      <TextField {...field('from')} {...DAY} label="From" />
      <TextField {...field('to')} {...DAY} label="To" />
      {sight.mayChoose && (
        <div className="min-w-0 grow basis-56 sm:max-w-80">
          <SelectField
            {...field('staff_id')}
            label="Clinician"
            choices={withChosen(clinicians, said.staff_id)}
          />
        </div>
      )}
      <Button type="submit">Show</Button>
    </form>
  )
}

/** The browser's own field: staff type a date or pick it. The years are those of the API. */
const DAY = { type: 'date', min: '2000-01-01', max: '2199-12-31' }
