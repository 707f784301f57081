import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldWords } from './Field.tsx'

type TextAreaFieldProps = FieldWords &
  Omit<ComponentProps<'textarea'>, keyof FieldWords | 'className'> & {
    /** For machines: one width for each letter, no correction, long lines as they are. */
    code?: boolean
  }

/** Several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { id, label, hint, error, optional, code, ...area } = props
  const words = { id, label, hint, error, optional: optional ?? false }
  const control = controlProps(words)
  return (
    <Field {...words}>
      {code ? (
        <textarea
          {...{ rows: 16, wrap: 'off', spellCheck: false, autoCapitalize: 'off' }}
          {...area}
          {...control}
          className={`${control.className} font-mono`}
        />
      ) : (
        <textarea rows={4} {...area} {...control} />
      )}
    </Field>
  )
}
