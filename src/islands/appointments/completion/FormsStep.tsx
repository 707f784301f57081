import type { UseQueryResult } from '@tanstack/react-query'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import type { FormCalls } from '../../forms/form-calls.ts'
import { ClinicianFormList } from '../../forms/of-appointment/ClinicianForms.tsx'
import { useTimeZone } from '../../identity/island-context.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { CompletionStep } from './CompletionStep.tsx'

type FormsStepProps = {
  calls: FormCalls
  appointment: ClinicAppointment
  query: UseQueryResult<Awaited<ReturnType<FormCalls['ofAppointment']>>>
}

export function FormsStep({ calls, appointment, query }: FormsStepProps) {
  const timeZone = useTimeZone()
  const { data } = query
  const ofPatient = appointment.forms && formatStaffFormProgress(appointment.forms)
  return (
    <CompletionStep title="Forms">
      {!data && <QueryStatus query={query} what="the forms" loading="Looking up the forms" />}
      {ofPatient && <p>From the patient: {ofPatient}</p>}
      {data && (
        <ClinicianFormList
          isPart
          forms={data}
          appointmentId={appointment.id}
          {...{ calls, timeZone }}
        />
      )}
    </CompletionStep>
  )
}
