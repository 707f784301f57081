import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldTexts } from './Field.tsx'

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, keyof FieldTexts | 'className' | 'children'> & {
    choices: readonly { value: string; label: string }[]
  }

export function SelectField(props: SelectFieldProps) {
  const { id, label, hint, error, optional, choices, ...select } = props
  const texts = { id, label, hint, error, optional: optional ?? false }
  return (
    <Field {...texts}>
      <select {...select} {...controlProps(texts)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
