import { useId } from 'react'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import {
  type BookedDetails,
  NO_TYPE,
  type OfferedType,
  problemOfMinutes,
} from './booked-details.ts'

type WhatIsBookedFieldsProps = {
  types: readonly OfferedType[]
  value: BookedDetails
  onChange: (value: BookedDetails) => void
  mayChooseDuration: boolean
  typeError?: string | undefined
  durationError?: string | undefined
}

export function BookedFields(props: WhatIsBookedFieldsProps) {
  const { types, value, onChange, mayChooseDuration, typeError, durationError } = props
  const prefix = useId()
  const type = types.find(({ id }) => id === value.typeId)
  const isAnother = type !== undefined && Number(value.minutes) !== type.duration
  const choose = (chosen: OfferedType | undefined) => {
    if (!chosen) return
    // What was typed stays; what came with the type goes with it.
    const isTyped = isAnother || (!type && value.minutes !== '')
    const minutes = isTyped ? value.minutes : String(chosen.duration)
    onChange({ typeId: chosen.id, minutes })
  }
  return (
    <>
      {types.length > 0 && (
        <SelectField
          id={`${prefix}-type`}
          label="Appointment type"
          hint={
            type?.override
              ? 'These hours do not offer this type. If you book it, the audit trail will show that.'
              : undefined
          }
          error={typeError}
          value={String(value.typeId)}
          onChange={({ target }) => choose(types.find(({ id }) => String(id) === target.value))}
          choices={[
            ...(type ? [] : [{ value: String(NO_TYPE), label: 'Choose an appointment type' }]),
            ...types.map(({ id, name, duration, override }) => ({
              value: String(id),
              label: `${name}, ${formatDuration(duration)}${override ? ' (not offered then)' : ''}`,
            })),
          ]}
        />
      )}
      {mayChooseDuration && (
        <TextField
          id={`${prefix}-minutes`}
          label="Minutes"
          hint={
            isAnother
              ? `It usually takes ${formatDuration(type.duration)}. The audit trail will show the change.`
              : undefined
          }
          error={(type && problemOfMinutes(value.minutes)) ?? durationError}
          inputMode="numeric"
          width="max-w-32"
          value={value.minutes}
          onChange={({ target }) => onChange({ ...value, minutes: target.value })}
        />
      )}
    </>
  )
}
