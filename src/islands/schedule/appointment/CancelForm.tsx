import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LONGEST_CANCELLATION_NOTES } from '#lib/contract/text-length.ts'
import { Button } from '../../ui/Button.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'

type CancelFormProps = {
  entered: string
  alert: ReactNode
  onCancel: (notes: string) => void
  onLeave: () => void
}

export function CancelForm({ entered, alert, onCancel, onLeave }: CancelFormProps) {
  const [notes, setNotes] = useState(entered)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!focusTooLong(event.currentTarget)) onCancel(notes)
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
        hint="The patient can read this. Somebody else can book the time straight away. You can undo this for 10 minutes, while the time is still free."
        optional
        rows={3}
        limit={LONGEST_CANCELLATION_NOTES}
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
