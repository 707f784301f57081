import { useState } from 'react'
import { formatPlainDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/TextField.tsx'

type DaysOffFieldProps = {
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  error: string | undefined
}

export function DaysOffField({ value, onChange, error }: DaysOffFieldProps) {
  const [entered, setEntered] = useState('')
  const add = () => {
    if (entered === '') return
    onChange([...new Set([...value, entered])].sort())
    setEntered('')
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          id="availability-exceptions"
          type="date"
          label="Day off"
          optional
          error={error}
          value={entered}
          onChange={(event) => setEntered(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button look="secondary" onClick={add} unavailable={entered === ''}>
          Add day off
        </Button>
      </div>
      {value.length > 0 && (
        <ul className="flex max-h-48 flex-col overflow-y-auto" aria-label="Days off">
          {value.map((date) => (
            <li key={date} className="flex flex-wrap items-center justify-between gap-x-4">
              {formatPlainDate(date)}
              <Button
                look="quiet"
                small
                aria-label={`Remove ${formatPlainDate(date)}`}
                onClick={() => onChange(value.filter((other) => other !== date))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
