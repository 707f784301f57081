import { useState } from 'react'
import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'
import type { FormCalls } from '../form-calls.ts'
import { AppointmentOfForm } from './AppointmentOfForm.tsx'
import { OpenClinicianForm } from './OpenClinicianForm.tsx'
import { PatientAnswers } from './PatientAnswers.tsx'

export type ClinicianFormProps = {
  calls: FormCalls
  id: number
  timeZone: string
  onCompleted?: (() => void) | undefined
}

/**
 * It has no page around it, so that it also stands in a dialog; it needs a `QueryClientProvider`.
 */
export function ClinicianFormScreen({ calls, id, timeZone, onCompleted }: ClinicianFormProps) {
  const [form, setForm] = useState<ClinicianForm | null>(null)
  const [opening, setOpening] = useState(0)
  const appointment = form && { calls, id: form.appointment_id, timeZone }
  return (
    <div className="@container flex flex-col gap-5">
      {appointment && <AppointmentOfForm {...appointment} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 @4xl:grid-cols-2">
        <OpenClinicianForm
          key={opening}
          {...{ calls, id, timeZone, form, onCompleted }}
          isReopened={opening > 0}
          onRead={setForm}
          onAmending={() => setOpening(opening + 1)}
        />
        {appointment && <PatientAnswers {...appointment} />}
      </div>
    </div>
  )
}
