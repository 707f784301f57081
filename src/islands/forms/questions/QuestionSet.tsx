import type { ReactNode } from 'react'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'

type QuestionSetProps = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  optional: boolean
  onLeave?: () => void
  children: ReactNode
}

export function QuestionSet(props: QuestionSetProps) {
  const { id, label, hint, error, optional, onLeave, children } = props
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={describedBy || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.()
      }}
    >
      <legend className="label mb-1">{optional ? `${label} (optional)` : label}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  )
}
