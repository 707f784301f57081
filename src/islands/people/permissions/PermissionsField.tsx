import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isForChoosing } from '#lib/contract/permission-groups.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import type { ChosenValue } from '../../admin/resources/field-kinds.ts'
import { useApi } from '../../identity/island-context.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { FieldError, FieldHint, type FieldTexts } from '../../ui/form/Field.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { chosenPermission, type PermissionRow } from './chosen-permission.ts'
import { filterBySearch, PermissionSections, PermissionText } from './PermissionSections.tsx'

type PermissionsFieldProps = FieldTexts & {
  chosen: readonly ChosenValue[]
  onChange: (chosen: ChosenValue[]) => void
  isFolded?: boolean
}

const MOST = 500

export function PermissionsField(props: PermissionsFieldProps) {
  const api = useApi()
  const { chosen, onChange, isFolded = false, ...words } = props
  const { id, label, hint, error } = words
  const query = useQuery({
    ...atOnce,
    queryKey: ['permissions'],
    queryFn: async ({ signal }) =>
      (await api.call('GET admin/permissions/', { query: { page_size: MOST }, signal })).results,
  })
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className={error ? 'field field-invalid' : 'field'}
    >
      <legend className="label">{label}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      {query.error || !query.data ? (
        <QueryStatus query={query} what="the permissions" loading="Loading the permissions" />
      ) : (
        <Choice {...{ id, chosen, onChange, isFolded }} all={query.data} />
      )}
    </fieldset>
  )
}

type ChoiceProps = Pick<PermissionsFieldProps, 'id' | 'chosen' | 'onChange'> & {
  all: readonly PermissionRow[]
  isFolded: boolean
}

function Choice({ id, all, chosen, onChange, isFolded }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const [isNarrowed, setNarrowed] = useState(false)
  const held = new Set(chosen.map((one) => one.id))
  const offered = all.filter(({ name }) => isForChoosing(name))
  const notOffered = chosen.filter((one) => !offered.some((permission) => permission.id === one.id))
  const fitting = filterBySearch(offered, search).filter((one) => !isNarrowed || held.has(one.id))
  const isChosen = (permission: PermissionRow) => held.has(permission.id)
  const set = (some: readonly PermissionRow[], isWanted: boolean) => {
    const rest = chosen.filter((one) => !some.some((permission) => permission.id === one.id))
    const now = isWanted ? [...rest, ...some.map(chosenPermission)] : rest
    // They are in the order in which they are read: nothing has changed where the same ones are
    // chosen.
    onChange(now.toSorted((one, other) => one.id - other.id))
  }
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        {inFigures(offered.filter(isChosen).length)} of {inFigures(offered.length)} chosen.
        {notOffered.length > 0 &&
          ` Also kept, because the system sets them: ${notOffered.map((one) => one.label).join(', ')}.`}
      </p>
      <TextField
        id={id}
        type="search"
        label="Find a permission"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter here looks for something, it saves nothing.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <label className="choice">
        <input
          type="checkbox"
          checked={isNarrowed}
          onChange={({ target }) => setNarrowed(target.checked)}
        />
        Show only chosen permissions
      </label>
      {fitting.length === 0 && <p>No permissions match.</p>}
      <PermissionSections
        permissions={fitting}
        isOpen={search.trim() !== '' || isNarrowed}
        isFolded={isFolded}
        countOf={(some) =>
          `${inFigures(some.filter(isChosen).length)} of ${counted(some.length, 'permission')}`
        }
        section={(some, text) => (
          <fieldset>
            <legend className="visually-hidden">{text}</legend>
            <All
              label={`Select all: ${text}`}
              count={some.filter(isChosen).length}
              of={some.length}
              onChange={(isWanted) => set(some, isWanted)}
            />
            <div className="grid gap-x-4 sm:grid-cols-2">
              {some.map((permission) => (
                <label key={permission.id} className="choice">
                  <input
                    type="checkbox"
                    checked={isChosen(permission)}
                    onChange={({ target }) => set([permission], target.checked)}
                  />
                  <PermissionText name={permission.name} />
                </label>
              ))}
            </div>
          </fieldset>
        )}
      />
    </div>
  )
}

type AllProps = {
  label: string
  count: number
  of: number
  onChange: (isWanted: boolean) => void
}

function All({ label, count, of, onChange }: AllProps) {
  const box: RefObject<HTMLInputElement | null> = useRef(null)
  const isMixed = count > 0 && count < of
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className="choice font-semibold">
      <input
        ref={box}
        type="checkbox"
        checked={count === of}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}
