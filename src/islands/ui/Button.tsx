import type { ComponentProps, MouseEvent } from 'react'
import './spinner.css'

type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  small?: boolean
  /** Work is under way: the button keeps its place and focus and does nothing. */
  pending?: boolean
  pendingLabel?: string
  /** Not to be used now, but still reachable, so that the focus is not lost. */
  unavailable?: boolean
}

export function Button(props: ButtonProps) {
  const { look = 'primary', small, pending, pendingLabel, unavailable, className, ...rest } = props
  const { onClick, children, type = 'button', ...button } = rest
  const still = Boolean(pending || unavailable)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A submit button that is still must not submit by Enter either.
    if (still) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...button}
      type={type}
      className={['button', `button-${look}`, small && 'button-small', className]
        .filter(Boolean)
        .join(' ')}
      aria-disabled={still || undefined}
      onClick={click}
    >
      {pending && <span className="spinner" aria-hidden="true" />}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}
