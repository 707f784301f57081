import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { focusTooLong } from './focus-too-long.ts'

type ReasonOptions = {
  entered?: string
  isLocked?: boolean
  onReason: (reason: string) => void
}

export function useReason({ entered = '', isLocked = false, onReason }: ReasonOptions) {
  const [reason, setReason] = useState(entered)
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('textarea')?.focus()
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLocked || focusTooLong(event.currentTarget)) return
    setAsked(true)
    if (reason.trim() !== '') onReason(reason)
    else focus()
  }
  return {
    form: { ref: form, noValidate: true, onSubmit: submit },
    field: {
      id,
      error: isAsked && reason.trim() === '' ? 'Enter a reason' : undefined,
      rows: 3,
      value: reason,
      onChange: (event: { target: { value: string } }) => setReason(event.target.value),
    },
  }
}
