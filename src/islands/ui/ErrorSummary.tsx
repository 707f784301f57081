import { type MouseEvent, useEffect, useId, useRef } from 'react'

export type SummarisedError = {
  message: string
  /** Id of the control to go to; absent where the error belongs to no field. */
  fieldId?: string | undefined
}

type ErrorSummaryProps = {
  errors: readonly SummarisedError[]
  /** Counts the refused attempts: each takes the focus again, before the first nothing shows. */
  attempt: number
}

/** Says above a form what stops it. Takes focus, links to each field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt takes the focus
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'start' })
  }, [attempt])
  if (errors.length === 0 || attempt === 0) return null
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={heading} className="error-summary">
      <h2 id={heading} className="heading-3 mb-2">
        There is a problem
      </h2>
      <ul className="flex flex-col gap-1">
        {errors.map(({ message, fieldId }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a href={`#${fieldId}`} onClick={(event) => goToField(event, fieldId)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Without touching the address, which carries the state of the page. */
function goToField(event: MouseEvent, fieldId: string) {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  const label = field.closest('fieldset, .field')
  label?.scrollIntoView?.({ block: 'center' })
}
