import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'

type CompleteFormProps = {
  offered: ClinicAppointment['offered_outcomes']
  chosen: readonly number[]
  error: string | undefined
  alert: ReactNode
  onComplete: (outcomeIds: readonly number[]) => void
  onLeave: () => void
}

export function CompleteForm(props: CompleteFormProps) {
  const { offered, error, alert, onComplete, onLeave } = props
  const [chosen, setChosen] = useState(props.chosen)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const toggle = (outcome: number) =>
    setChosen(
      chosen.includes(outcome) ? chosen.filter((other) => other !== outcome) : [...chosen, outcome],
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What is not offered any more cannot be unticked either.
    onComplete(offered.map((outcome) => outcome.id).filter((each) => chosen.includes(each)))
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Complete the appointment"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <fieldset
        className={error ? 'field field-invalid' : 'field'}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
      >
        <legend className="label">Outcome (optional)</legend>
        <FieldHint id={id} hint="The patient sees what you tick." />
        <FieldError id={id} error={error} />
        {offered.map((outcome) => (
          <label key={outcome.id} className="choice min-w-0">
            <input
              type="checkbox"
              checked={chosen.includes(outcome.id)}
              onChange={() => toggle(outcome.id)}
            />
            <span className="min-w-0 wrap-anywhere">{outcome.name}</span>
          </label>
        ))}
      </fieldset>
      {!error && alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Complete appointment</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}
