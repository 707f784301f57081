import type { FocusEvent, Ref } from 'react'
import { type DateParts, dateParts } from '#lib/dates/date-parts.ts'
import { FieldError, FieldHint, type FieldTexts } from './Field.tsx'

type DateFieldProps = FieldTexts & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  autoComplete?: 'bday'
  ref?: Ref<HTMLInputElement>
}

const inputs: readonly { part: keyof DateParts; label: string; width: string; length: number }[] = [
  { part: 'day', label: 'Day', width: 'w-18', length: 2 },
  { part: 'month', label: 'Month', width: 'w-20', length: 9 },
  { part: 'year', label: 'Year', width: 'w-24', length: 4 },
]

/** A date that people know by heart, typed into three inputs; the month may be a word. The first has the field's id. */
export function DateField(props: DateFieldProps) {
  const { id, label, hint, error, optional, value, onChange, onBlur, autoComplete, ref } = props
  const parts = dateParts(value)
  const blurred = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={describedBy || undefined}
      onBlur={blurred}
    >
      <legend className="label mb-1">{optional ? `${label} (optional)` : label}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      <div className="flex flex-wrap gap-4">
        {inputs.map(({ part, label: name, width, length }) => (
          <div key={part} className="field">
            <label htmlFor={part === 'day' ? id : `${id}-${part}`}>{name}</label>
            <input
              id={part === 'day' ? id : `${id}-${part}`}
              ref={part === 'day' ? ref : undefined}
              className={`input ${width}`}
              inputMode="numeric"
              maxLength={length}
              autoComplete={autoComplete ? `${autoComplete}-${part}` : 'off'}
              aria-invalid={error ? true : undefined}
              value={parts[part]}
              onChange={(event) =>
                onChange(joinDateParts({ ...parts, [part]: event.target.value }))
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function joinDateParts({ day, month, year }: DateParts): string {
  const parts = [year, month, day].map((part) => part.replace(/[-\s]/g, ''))
  return parts.some(Boolean) ? parts.join('-') : ''
}
