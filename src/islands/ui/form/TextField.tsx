import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldTexts } from './Field.tsx'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, keyof FieldTexts | 'className'> & {
    /** Width of the input where the answer is short: a utility such as `max-w-32`. */
    width?: string
    /** Shown before the input, such as "£"; the label says it in words. */
    prefix?: string
  }

/** The browser's own field: staff type a date or pick it. The years are those of the API. */
export const ANY_DAY = { type: 'date', min: '2000-01-01', max: '2199-12-31' }

export function TextField(props: TextFieldProps) {
  const { id, label, hint, error, optional, width, prefix, ...input } = props
  const words = { id, label, hint, error, optional: optional ?? false }
  const control = controlProps(words)
  const box = (
    <input
      type="text"
      {...input}
      {...control}
      className={width ? `${control.className} ${width}` : control.className}
    />
  )
  return (
    <Field {...words}>
      {prefix ? (
        <div className="flex items-center gap-2">
          <span aria-hidden="true">{prefix}</span>
          {box}
        </div>
      ) : (
        box
      )}
    </Field>
  )
}
