import { use, useId } from 'react'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_PERSONAL_MESSAGE } from '#lib/contract/text-length.ts'
import { findNotificationChannels, SendsContext } from '../identity/sends-context.ts'
import { FieldHint } from '../ui/form/Field.tsx'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'

export type ReachablePatient = { email: string; mobile: string }

type NotifyPatientFieldsProps = {
  /** It is null before the patient is chosen. */
  patient: ReachablePatient | null
  /** Several patients are told the same. */
  isOfMany?: boolean
  value: NotifyPatient
  onChange: (value: NotifyPatient) => void
}

/** Shows nothing where no messages are sent. */
export function NotifyPatientFields(props: NotifyPatientFieldsProps) {
  const { patient, isOfMany = false, value, onChange } = props
  const sends = use(SendsContext)
  const id = useId()
  if (!sends.sendsEmail && !sends.sendsTexts) return null
  const where = patient && findNotificationChannels(sends, patient)
  if (where === '') {
    const missing = sends.sendsTexts ? 'email address or mobile number' : 'email address'
    return <p className="hint">The patient has no {missing}, so we cannot tell them.</p>
  }
  const { tell_patient, message } = value
  const whom = isOfMany ? 'patients' : 'patient'
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
          Tell the {whom}
        </label>
        <div className="-mt-1.5 pl-9 wrap-anywhere">
          <FieldHint
            id={id}
            hint={where === null ? 'If we can reach them.' : `We will write to ${where}.`}
          />
        </div>
      </div>
      {tell_patient && (
        <TextAreaField
          id={`${id}-message`}
          label={`Message to the ${whom}`}
          hint="We add this to what they are told."
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
