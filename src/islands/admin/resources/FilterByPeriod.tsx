import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { calendarDate } from '#lib/contract/fields.ts'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import type { PeriodFilter } from './admin-screen.ts'
import '../../ui/form/zod-without-eval.ts'

type FilterByPeriodProps = { address: AddressQuery; filter: PeriodFilter }

export const periodNames = ({ name, names }: PeriodFilter): readonly [from: string, to: string] =>
  names ?? [`${name}_from`, `${name}_to`]

export function FilterByPeriod({ address, filter }: FilterByPeriodProps) {
  const { label } = filter
  const [from, to] = periodNames(filter)
  const last = address.query.get(to) ?? ''
  const isTurned = last !== '' && last < (address.query.get(from) ?? '')
  const error = isTurned ? 'This is before the first day' : undefined
  return (
    <fieldset className="flex flex-wrap items-end gap-4">
      <legend className="visually-hidden">{label}</legend>
      <Day address={address} name={from} label={`${label} from`} />
      <Day address={address} name={to} label={`${label} to`} error={error} />
    </fieldset>
  )
}

type DayProps = { address: AddressQuery; name: string; label: string; error?: string | undefined }

function Day({ address, name, label, error }: DayProps) {
  const said = address.query.get(name) ?? ''
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (field.current && field.current.value !== said) field.current.value = said
  }, [said])
  const entered = (value: string) => {
    if (value !== '' && !calendarDate.safeParse(value).success) return
    setProblem(undefined)
    address.go({ [name]: value, page: null })
  }
  // A year that is being typed is the year 2, 20 and 202.
  const left = ({ target }: FocusEvent<HTMLInputElement>) => {
    const refused = target.value === '' ? undefined : calendarDate.safeParse(target.value).error
    setProblem(refused?.issues[0]?.message ?? (target.validity.badInput ? HALF : undefined))
  }
  return (
    <TextField
      {...ANY_DAY}
      ref={field}
      id={`filter-${name}`}
      name={name}
      label={label}
      error={problem ?? error}
      defaultValue={said}
      onChange={({ target }) => entered(target.value)}
      onBlur={left}
    />
  )
}

const HALF = 'Enter a day, month and year'
