import { useEffect, useId, useRef, useState } from 'react'
import { inSentence } from '#lib/text/in-sentence.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldButton } from '../../ui/FoldButton.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import {
  type AdminScreen,
  isScreenOffered,
  type ScreenRights,
  screenFieldLabel,
} from './admin-screen.ts'
import { FilterByPeriod, periodNames } from './FilterByPeriod.tsx'
import { FilterByReference } from './FilterByReference.tsx'
import { FilterByText } from './FilterByText.tsx'

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
