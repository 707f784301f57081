import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldWords } from './Field.tsx'

type TextFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'className'> & {
    /** Width of the input where the answer is short: a utility such as `max-w-32`. */
    width?: string
  }

/** The browser's own field: staff type a date or pick it. The years are those of the API. */
export const ANY_DAY = { type: 'date', min: '2000-01-01', max: '2199-12-31' }

/** One line of text. */
export function TextField({ id, label, hint, error, optional, width, ...input }: TextFieldProps) {
  const words = { id, label, hint, error, optional: optional ?? false }
  const control = controlProps(words)
  return (
    <Field {...words}>
      <input
        type="text"
        {...input}
        {...control}
        className={width ? `${control.className} ${width}` : control.className}
      />
    </Field>
  )
}
