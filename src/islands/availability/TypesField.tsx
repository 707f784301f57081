import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { typesQuery } from './availability-queries.ts'

type TypesFieldProps = {
  staff: string
  offered: readonly number[]
  value: readonly number[]
  onChange: (types: readonly number[]) => void
  error: string | undefined
}

export function TypesField({ staff, offered, value, onChange, error }: TypesFieldProps) {
  const api = useApi()
  const query = useQuery(typesQuery(api, staff))
  const types = query.data?.results ?? []
  const known = new Set(types.map(({ id }) => id))
  const gone = query.data ? offered.filter((id) => value.includes(id) && !known.has(id)) : []
  const toggle = (id: number) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <fieldset className={error ? 'field field-invalid' : 'field'}>
      <legend className="label">Appointment types</legend>
      <FieldError id="availability-types" error={error} />
      {staff === '' && <p className="hint">Choose a clinician first.</p>}
      {query.error && (
        <p role="alert">
          We could not load the appointment types.{' '}
          <Button
            look="quiet"
            small
            pending={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Try again
          </Button>
        </p>
      )}
      {query.isSuccess && types.length === 0 && (
        <p className="hint">
          This clinician has no valid competency for any appointment type today.
        </p>
      )}
      {types.length > 0 && (
        <>
          <div
            // Focused from the summary of what is wrong.
            id="availability-types"
            tabIndex={-1}
            className="grid max-h-64 overflow-y-auto rounded border border-line px-3 sm:grid-cols-2"
          >
            {types.map(({ id, name, duration }) => (
              <label key={id} className="choice min-w-0">
                <input type="checkbox" checked={value.includes(id)} onChange={() => toggle(id)} />
                <span className="min-w-0 break-words">
                  {name} <span className="text-ink-soft">({formatDuration(duration)})</span>
                </span>
              </label>
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" small onClick={() => onChange([...gone, ...known])}>
              Choose all
            </Button>
            <Button look="quiet" small onClick={() => onChange([])}>
              Choose none
            </Button>
          </div>
        </>
      )}
      {gone.length > 0 && (
        <p className="hint">
          These hours also offer {counted(gone.length, 'type')} that this clinician is no longer
          competent for. “Choose none” removes {gone.length === 1 ? 'it' : 'them'}.
        </p>
      )}
    </fieldset>
  )
}
