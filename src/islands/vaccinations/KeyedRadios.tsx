import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { FieldError, FieldHint } from '../ui/form/Field.tsx'

type KeyedRadiosProps = {
  id: string
  legend: string
  hint?: ReactNode
  error: string | undefined
  choices: readonly { value: string; label: ReactNode }[]
  value: string
  onChoose: (value: string) => void
}

const MOST_KEYS = 9

export function KeyedRadios(props: KeyedRadiosProps) {
  const { id, legend, hint, error, choices, value, onChoose } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const pressed = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    const isRadio = target instanceof HTMLInputElement && target.type === 'radio'
    const choice = choices[Number(key) - 1]
    if (!isRadio || !choice || altKey || ctrlKey || metaKey) return
    onChoose(choice.value)
    group.current?.querySelectorAll<HTMLInputElement>('input')[Number(key) - 1]?.focus()
  }
  return (
    <fieldset
      ref={group}
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
      onKeyDown={pressed}
    >
      <legend className="label">{legend}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      {choices.map((choice, place) => (
        <label key={choice.value} className="choice min-w-0">
          <input
            id={place === 0 ? id : undefined}
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {place < MOST_KEYS && (
            <span aria-hidden="true" className="text-ink-soft max-sm:hidden">
              {place + 1}
            </span>
          )}
          <span className="min-w-0 wrap-anywhere">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
