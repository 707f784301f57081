import { type MouseEvent, useEffect, useId, useRef } from 'react'

export type SummarisedError = {
  message: string
  /** It is absent where the error belongs to no field. */
  fieldId?: string | undefined
  onOpen?: () => void
}

type ErrorSummaryProps = {
  errors: readonly SummarisedError[]
  /** Counts the refused attempts: each takes the focus again, before the first nothing shows. */
  attempt: number
}

const ERROR_PREFIX = 'Error: '

/** Says above a form what stops it. Takes focus, links to each field, and begins the page's title. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  const focusedFor = useRef(0)
  const isShown = attempt > 0 && errors.length > 0
  // Attempt and errors may arrive one after the other; an error that comes while somebody
  // corrects another one must not take the focus from them.
  useEffect(() => {
    if (!isShown || focusedFor.current === attempt) return
    focusedFor.current = attempt
    box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'start' })
  }, [isShown, attempt])
  // Screen readers say the title of a page first.
  useEffect(() => {
    if (!isShown) return
    document.title = ERROR_PREFIX + document.title
    return () => {
      document.title = document.title.replace(ERROR_PREFIX, '')
    }
  }, [isShown])
  if (!isShown) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={heading}
      className="error-summary scroll-mt-4"
    >
      <h2 id={heading} className="heading-3 mb-2">
        There is a problem
      </h2>
      <ul className="flex flex-col gap-1">
        {errors.map(({ message, fieldId, onOpen }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a href={`#${fieldId}`} onClick={(event) => goToField(event, fieldId, onOpen)}>
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

/** It leaves the address alone, which carries the state of the page. */
function goToField(event: MouseEvent, fieldId: string, open?: () => void) {
  if (open) {
    event.preventDefault()
    return open()
  }
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  const label = field.closest('fieldset, .field')
  label?.scrollIntoView?.({ block: 'center' })
}
