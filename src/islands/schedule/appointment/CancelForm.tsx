import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'

type CancelFormProps = {
  /** What was entered before it was refused. */
  entered: string
  /** Why it was not cancelled. */
  alert: ReactNode
  onCancel: (notes: string) => void
  onLeave: () => void
}

/** Asks why an appointment is cancelled, and says what that does. */
export function CancelForm({ entered, alert, onCancel, onLeave }: CancelFormProps) {
  const [notes, setNotes] = useState(entered)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCancel(notes)
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Cancel the appointment"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <TextAreaField
        id={id}
        label="Why is it cancelled?"
        hint="The patient can read this. Its time is free at once, and this cannot be undone."
        optional
        rows={3}
        maxLength={1_000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          Cancel appointment
        </Button>
        <Button look="secondary" onClick={onLeave}>
          Keep appointment
        </Button>
      </div>
    </form>
  )
}
