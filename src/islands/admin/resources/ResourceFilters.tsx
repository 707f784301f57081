import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { type AdminScreen, labelOf } from './admin-screen.ts'
import { FilterByPeriod } from './FilterByPeriod.tsx'
import { FilterByReference } from './FilterByReference.tsx'

/** Typing pauses this long before the list is asked for. */
const PAUSE_MS = 250

type ResourceFiltersProps = { api: ApiClient; screen: AdminScreen; address: AddressQuery }

/** The search of a list, as it is typed, and its filters; the address has them. */
export function ResourceFilters({ api, screen, address }: ResourceFiltersProps) {
  const { of, filters } = screen
  const form = useRef<HTMLFormElement>(null)
  // Each clearing begins with fields of its own: nothing half typed stays in them.
  const [cleared, setCleared] = useState(0)
  const names = ['search', ...Object.keys(of.filters)]
  const isNarrowed = names.some((name) => address.query.has(name))
  const clear = () => {
    setCleared(cleared + 1)
    address.go(Object.fromEntries([...names, 'page'].map((name) => [name, null])))
  }
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
      {filters.map((filter) => (
        <OneFilter key={filter.name} {...{ api, screen, address, filter }} />
      ))}
      {isNarrowed && (
        <Button look="quiet" onClick={clear}>
          Clear all
        </Button>
      )}
    </form>
  )
}

function OneFilter({
  filter,
  ...props
}: ResourceFiltersProps & { filter: AdminScreen['filters'][number] }) {
  const { address } = props
  if (filter.kind === 'reference') return <FilterByReference {...props} filter={filter} />
  if (filter.kind === 'period') return <FilterByPeriod address={address} filter={filter} />
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

function SearchAsTyped({ screen, address }: Omit<ResourceFiltersProps, 'api'>) {
  const said = address.query.get('search') ?? ''
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const go = useRef(address.go)
  useEffect(() => {
    go.current = address.go
  })
  // The page is not left by typing: the back button leads away from the list.
  const search = (text: string) =>
    go.current({ search: text.trim(), page: null }, { replaces: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what was typed before the script
  useEffect(() => {
    const typed = box.current?.value.trim() ?? ''
    if (typed !== said) search(typed)
    return () => clearTimeout(timer.current)
  }, [])
  // Another address, by a link or the back button.
  useEffect(() => {
    const field = box.current
    if (field && field !== document.activeElement && field.value.trim() !== said) field.value = said
  }, [said])

  const fields = screen.of.searchable.map((field) => labelOf(screen, field).toLowerCase())
  return (
    <div className="min-w-0 basis-144 max-sm:basis-full">
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
