import type { ReactNode } from 'react'

export type FieldTexts = {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
}

type ControlProps = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

export function controlProps({ id, hint, error }: FieldTexts): ControlProps {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    className: 'input',
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export function FieldHint({ id, hint }: Pick<FieldTexts, 'id' | 'hint'>) {
  return hint ? (
    <p id={`${id}-hint`} className="hint">
      {hint}
    </p>
  ) : null
}

export function FieldError({ id, error }: Pick<FieldTexts, 'id' | 'error'>) {
  return error ? (
    <p id={`${id}-error`} className="field-error">
      <span className="visually-hidden">Error: </span>
      {error}
    </p>
  ) : null
}

export function Field({ children, ...props }: FieldTexts & { children: ReactNode }) {
  const { id, label, optional, error } = props
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label htmlFor={id} className="label">
        {optional ? `${label} (optional)` : label}
      </label>
      <FieldHint {...props} />
      <FieldError {...props} />
      {children}
    </div>
  )
}
