import { use, useId } from 'react'
import type { TellPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_PERSONAL_MESSAGE } from '#lib/contract/text-length.ts'
import { SendsEmailContext } from '../../session/sends-email.ts'
import { FieldHint } from '../../ui/form/Field.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'

type TellPatientFieldsProps = {
  /** Null: not known before the patient is chosen. */
  email: string | null
  value: TellPatient
  onChange: (value: TellPatient) => void
}

/** Whether the patient is told, and what is added. Nothing where no messages are sent. */
export function TellPatientFields({ email, value, onChange }: TellPatientFieldsProps) {
  const sendsEmail = use(SendsEmailContext)
  const id = useId()
  if (!sendsEmail) return null
  if (email === '') {
    return <p className="hint">The patient has no email address, so we cannot tell them.</p>
  }
  const { tell_patient, message } = value
  return (
    <>
      <div className="field">
        <label className="choice">
          <input
            type="checkbox"
            checked={tell_patient}
            onChange={({ target }) => onChange({ message, tell_patient: target.checked })}
            aria-describedby={`${id}-hint`}
          />
          Tell the patient
        </label>
        {/* Below its words, not below the box. */}
        <div className="-mt-1.5 pl-9 wrap-anywhere">
          <FieldHint
            id={id}
            hint={email === null ? 'If they have an email address.' : `We will email ${email}.`}
          />
        </div>
      </div>
      {tell_patient && (
        <TextAreaField
          id={`${id}-message`}
          label="Message to the patient"
          hint="We add this to the email."
          optional
          rows={3}
          limit={LONGEST_PERSONAL_MESSAGE}
          value={message}
          onChange={(event) => onChange({ tell_patient, message: event.target.value })}
        />
      )}
    </>
  )
}
