import { useState } from 'react'
import { TextField } from '../../ui/form/TextField.tsx'

type NumberFieldProps = {
  id: string
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** Keeps what was typed, so that "1." can become "1.5". */
export function NumberField({ id, label, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  const read = typed.trim() === '' ? undefined : Number(typed)
  const shown = Object.is(read, value) ? typed : value === undefined ? '' : String(value)
  const isWrong = typed.trim() !== '' && !Number.isFinite(Number(typed))
  return (
    <TextField
      id={id}
      label={label}
      optional
      inputMode="decimal"
      autoComplete="off"
      width="max-w-40"
      value={isWrong ? typed : shown}
      {...(isWrong && { error: 'Enter a number in figures, such as 30' })}
      onChange={({ target }) => {
        setTyped(target.value)
        const next = target.value.trim() === '' ? undefined : Number(target.value)
        if (next === undefined || Number.isFinite(next)) onChange(next)
      }}
    />
  )
}
