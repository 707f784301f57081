import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldWords } from './Field.tsx'

type TextAreaFieldProps = FieldWords &
  Omit<ComponentProps<'textarea'>, keyof FieldWords | 'className'>

/** Several lines of text. */
export function TextAreaField({ id, label, hint, error, optional, ...area }: TextAreaFieldProps) {
  const words = { id, label, hint, error, optional: optional ?? false }
  return (
    <Field {...words}>
      <textarea rows={4} {...area} {...controlProps(words)} />
    </Field>
  )
}
