import type { ComponentProps } from 'react'
import { controlProps, Field, type FieldTexts } from './Field.tsx'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, keyof FieldTexts | 'className'> & {
    width?: string
    prefix?: string
  }

/** Staff type a date into the browser's own field, or pick it. The years are those of the API. */
export const ANY_DAY = { type: 'date', min: '2000-01-01', max: '2199-12-31' }

export function TextField(props: TextFieldProps) {
  const { id, label, hint, error, optional, width, prefix, ...input } = props
  const texts = { id, label, hint, error, optional: optional ?? false }
  const control = controlProps(texts)
  const box = (
    <input
      type="text"
      {...input}
      {...control}
      className={width ? `${control.className} ${width}` : control.className}
    />
  )
  return (
    <Field {...texts}>
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
