import { type ReactNode, useEffect, useRef } from 'react'

type FormAlertProps = {
  look: 'banner-warning' | 'banner-danger'
  /** False where the form goes on by itself: then the focus stays on its button. */
  takesFocus?: boolean
  children: ReactNode
}

/** Beside a form's button: why it was not sent. Comes into view, wherever the form was sent from. */
export function FormAlert({ look, takesFocus = true, children }: FormAlertProps) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [takesFocus])
  return (
    <p ref={box} role="alert" tabIndex={-1} className={`banner ${look}`}>
      {children}
    </p>
  )
}
