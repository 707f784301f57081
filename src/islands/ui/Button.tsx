import type { ComponentProps, MouseEvent } from 'react'
import './spinner.css'

type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  small?: boolean
  /** Work is under way: the button keeps its place and focus and does nothing. */
  pending?: boolean
  pendingLabel?: string
  unavailable?: boolean
}

export function Button(props: ButtonProps) {
  const { look = 'primary', small, pending, pendingLabel, unavailable, className, ...rest } = props
  const { onClick, children, type = 'button', ...button } = rest
  const still = Boolean(pending || unavailable)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
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
