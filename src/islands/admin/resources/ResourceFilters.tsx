import { useEffect, useRef } from 'react'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { type AdminScreen, labelOf } from './admin-screen.ts'

/** Typing pauses this long before the list is asked for. */
const PAUSE_MS = 250

type ResourceFiltersProps = { screen: AdminScreen; address: AddressQuery }

/** The search of a list, as it is typed, and its filters; the address has them. */
export function ResourceFilters({ screen, address }: ResourceFiltersProps) {
  const { of, filters } = screen
  return (
    // Without its script yet, Enter asks for the same by the address.
    <form
      aria-label={`Find ${of.many}`}
      className="flex flex-wrap items-end gap-4"
      onSubmit={(event) => event.preventDefault()}
    >
      {of.searchable.length > 0 && <SearchAsTyped screen={screen} address={address} />}
      {filters.map(({ name, label, choices }) => (
        <SelectField
          key={name}
          id={`filter-${name}`}
          name={name}
          label={label}
          choices={choices}
          value={address.query.get(name) ?? ''}
          onChange={(event) => address.go({ [name]: event.target.value, page: null })}
        />
      ))}
    </form>
  )
}

function SearchAsTyped({ screen, address }: ResourceFiltersProps) {
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
