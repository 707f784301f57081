import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { LONGEST_NOTES } from '#lib/contract/text-length.ts'
import { Button } from '../ui/Button.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'

type NotesFormProps = {
  entered: string
  alert: ReactNode
  onSave: (notes: string) => void
  onLeave: () => void
}

export function NotesForm({ entered, alert, onSave, onLeave }: NotesFormProps) {
  const [notes, setNotes] = useState(entered)
  const id = useId()
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!focusTooLong(event.currentTarget)) onSave(notes)
  }
  return (
    <form noValidate aria-label="Notes" className="flex flex-col gap-4" onSubmit={submit}>
      <ClinicianNotesField id={id} value={notes} onChange={setNotes} />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save notes</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}

type ClinicianNotesFieldProps = {
  id: string
  value: string
  onChange: (notes: string) => void
}

export function ClinicianNotesField({ id, value, onChange }: ClinicianNotesFieldProps) {
  return (
    <TextAreaField
      id={id}
      label="Clinician’s notes"
      hint="Only staff can read them."
      optional
      rows={3}
      limit={LONGEST_NOTES}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
