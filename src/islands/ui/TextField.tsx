import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldWords } from './Field.tsx'

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'className'>

/** One line of text. */
export function TextField({ id, label, hint, error, optional, ...input }: TextFieldProps) {
  const words = { id, label, hint, error, optional: optional ?? false }
  return (
    <Field {...words}>
      <input type="text" {...input} {...controlProps(words)} />
    </Field>
  )
}
