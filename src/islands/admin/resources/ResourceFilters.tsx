import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { resourceClient } from '#lib/api/resource-client.ts'
import { calendarDate } from '#lib/contract/fields.ts'
import { inSentence } from '#lib/text/label-text.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldButton } from '../../ui/FoldButton.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import {
  type AdminScreen,
  isScreenOffered,
  type PeriodFilter,
  type ReferenceFilter,
  type ScreenRights,
  screenFieldLabel,
  type TextFilter,
} from './admin-screen.ts'
import { ReferenceField } from './ReferenceField.tsx'
import '../../ui/form/zod-without-eval.ts'

const PAUSE_MS = 250

/** More filters than these stand behind a button, because people come for the list. */
const MOST_IN_SIGHT = 2

type ResourceFiltersProps = {
  screen: AdminScreen
  rights: ScreenRights
  address: AddressQuery
}

export function ResourceFilters({ screen, rights, address }: ResourceFiltersProps) {
  const { of } = screen
  const filters = screen.filters.filter((filter) => isScreenOffered(rights, filter))
  const inUse = filters.filter((filter) =>
    filterNames(filter).some((name) => address.query.has(name)),
  )
  const isFolded = filters.length > MOST_IN_SIGHT
  const [isOpen, setOpen] = useState(inUse.length > 0)
  const panel = useId()
  const form = useRef<HTMLFormElement>(null)
  // Each clearing starts with fields of its own: nothing half typed stays in them.
  const [cleared, setCleared] = useState(0)
  const names = ['search', ...Object.keys(of.filters)]
  const isNarrowed = names.some((name) => address.query.has(name))
  const clear = () => {
    setCleared(cleared + 1)
    address.go(Object.fromEntries([...names, 'page'].map((name) => [name, null])))
  }
  const shown = filters.map((filter) => (
    <OneFilter key={filter.name} {...{ screen, address, filter }} />
  ))
  useEffect(() => {
    if (cleared > 0) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [cleared])
  return (
    // Without its script yet, Enter asks for the same by the address.
    <form
      key={cleared}
      ref={form}
      aria-label={`Find ${of.many}`}
      className="flex flex-wrap items-end gap-4"
      onSubmit={(event) => event.preventDefault()}
    >
      {of.searchable.length > 0 && <SearchAsTyped screen={screen} address={address} />}
      {isFolded ? (
        <FoldButton
          look="secondary"
          isOpen={isOpen}
          controls={panel}
          onToggle={() => setOpen(!isOpen)}
        >
          {inUse.length > 0 ? `Filters: ${inUse.length} in use` : 'Filters'}
        </FoldButton>
      ) : (
        shown
      )}
      {isNarrowed && (
        <Button look="quiet" className="button-flush" onClick={clear}>
          Clear all
        </Button>
      )}
      {isFolded && (
        <div id={panel} hidden={!isOpen} className="filter-panel">
          {shown}
        </div>
      )}
    </form>
  )
}

type Filter = AdminScreen['filters'][number]

const filterNames = (filter: Filter): readonly string[] =>
  filter.kind === 'period' ? periodNames(filter) : [filter.name]

function OneFilter({
  filter,
  ...props
}: Omit<ResourceFiltersProps, 'rights'> & { filter: Filter }) {
  const { address } = props
  if (filter.kind === 'reference') return <FilterByReference {...props} filter={filter} />
  if (filter.kind === 'period') return <FilterByPeriod address={address} filter={filter} />
  if (filter.kind === 'text') return <FilterByText address={address} filter={filter} />
  const { name, label, choices } = filter
  return (
    <SelectField
      id={`filter-${name}`}
      name={name}
      label={label}
      choices={choices}
      value={address.query.get(name) ?? ''}
      onChange={(event) => address.go({ [name]: event.target.value, page: null })}
    />
  )
}

function SearchAsTyped({ screen, address }: Pick<ResourceFiltersProps, 'screen' | 'address'>) {
  const said = address.query.get('search') ?? ''
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const go = useRef(address.go)
  useEffect(() => {
    go.current = address.go
  })
  const search = (text: string) =>
    go.current({ search: text.trim(), page: null }, { replaces: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what was typed before the script
  useEffect(() => {
    const typed = box.current?.value.trim() ?? ''
    if (typed !== said) search(typed)
    return () => clearTimeout(timer.current)
  }, [])
  useEffect(() => {
    const field = box.current
    if (field && field !== document.activeElement && field.value.trim() !== said) field.value = said
  }, [said])

  const fields = screen.of.searchable.map((field) => inSentence(screenFieldLabel(screen, field)))
  return (
    <div className="min-w-0 basis-108 max-sm:basis-full">
      <TextField
        ref={box}
        id="search"
        name="search"
        type="search"
        label="Search"
        hint={`By ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(fields)}`}
        autoComplete="off"
        maxLength={100}
        defaultValue={said}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(target.value), PAUSE_MS)
        }}
      />
    </div>
  )
}

type FilterByTextProps = { address: AddressQuery; filter: TextFilter }

function FilterByText({ address, filter: { name, label } }: FilterByTextProps) {
  const said = address.query.get(name) ?? ''
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value.trim() !== said) field.current.value = said
  }, [said])
  const entered = (text: string) => {
    if (text.trim() !== said) address.go({ [name]: text.trim(), page: null })
  }
  return (
    <TextField
      ref={field}
      id={`filter-${name}`}
      name={name}
      label={label}
      autoComplete="off"
      maxLength={50}
      defaultValue={said}
      onBlur={({ target }) => entered(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && entered(currentTarget.value)}
    />
  )
}

type FilterByReferenceProps = {
  screen: AdminScreen
  address: AddressQuery
  filter: ReferenceFilter
}

function FilterByReference({ screen, address, filter }: FilterByReferenceProps) {
  const api = useApi()
  const { name, label } = filter
  const reference = filter.from ?? screen.of.references[name]
  const said = address.query.get(name) ?? ''
  const queries = useQueryClient()
  const toKey = (id: string | number) => ['name of', reference?.from, String(id)]
  const { data, error } = useQuery({
    ...atOnce,
    queryKey: toKey(said),
    queryFn: async () => {
      if (!reference) return ''
      const record = await resourceClient(api, { path: reference.from }).read(Number(said))
      return String(record[reference.label] ?? '')
    },
    enabled: /^\d{1,10}$/.test(said),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!reference) return null
  // A name that cannot be read keeps nobody from the list, nor from choosing another.
  const known = data ?? `Number ${said}${error ? ' (name not available)' : ''}`
  return (
    <div className="min-w-0 basis-64 max-sm:basis-full">
      <ReferenceField
        id={`filter-${name}`}
        label={label}
        placeholder="Part of the name"
        reference={reference}
        chosen={said === '' ? null : { id: Number(said), label: known }}
        isFixed={false}
        onChange={(chosen) => {
          if (chosen) queries.setQueryData(toKey(chosen.id), chosen.label)
          address.go({ [name]: chosen?.id ?? null, page: null })
        }}
      />
      {said !== '' && <input type="hidden" name={name} value={said} />}
    </div>
  )
}

type FilterByPeriodProps = { address: AddressQuery; filter: PeriodFilter }

const periodNames = ({ name, names }: PeriodFilter): readonly [from: string, to: string] =>
  names ?? [`${name}_from`, `${name}_to`]

function FilterByPeriod({ address, filter }: FilterByPeriodProps) {
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
