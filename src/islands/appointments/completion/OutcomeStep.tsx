import { useId } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'

type OutcomeStepProps = {
  offered: ClinicAppointment['offered_outcomes']
  chosen: readonly number[]
  error: string | undefined
  onChange: (outcomeIds: readonly number[]) => void
}

export function OutcomeStep({ offered, chosen, error, onChange }: OutcomeStepProps) {
  const id = useId()
  const toggle = (outcome: number) =>
    onChange(
      chosen.includes(outcome) ? chosen.filter((other) => other !== outcome) : [...chosen, outcome],
    )
  return (
    <fieldset
      className={`py-4 ${error ? 'field field-invalid' : 'field'}`}
      aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
    >
      <legend className="font-semibold">Outcome</legend>
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
  )
}
