import { type ReactNode, useEffect, useRef, useState } from 'react'

type FormAlertProps = {
  look: 'banner-warn' | 'banner-danger'
  takesFocus?: boolean
  children: ReactNode
}

/** Not sent for want of a network: says so until there is one again, and then what to do. */
export function OfflineAlert({ children }: { children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const end = () => setOver(true)
    addEventListener('online', end)
    return () => removeEventListener('online', end)
  }, [])
  return (
    <FormAlert look={isOver ? 'banner-warn' : 'banner-danger'}>
      {isOver ? 'You have a connection again. Try again now.' : children}
    </FormAlert>
  )
}

/** It comes into view, wherever the form was sent from. */
export function FormAlert({ look, takesFocus = true, children }: FormAlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [takesFocus])
  return (
    <div ref={box} role="alert" tabIndex={-1} className={`banner ${look}`}>
      {children}
    </div>
  )
}
