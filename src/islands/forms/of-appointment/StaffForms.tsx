import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { can } from '#lib/policy/policy.ts'
import type { IslandViewer } from '../../identity/island-context.ts'
import { browserNavigation, formCalls } from '../form-calls.ts'
import { Forms } from './AppointmentForms.tsx'

type StaffFormsProps = {
  api: ApiClient
  appointment: Pick<ClinicAppointment, 'id' | 'staff_id'>
  viewer: IslandViewer
  timeZone: string
}

export function StaffForms({ api, appointment, viewer, timeZone }: StaffFormsProps) {
  const [calls] = useState(() => formCalls(api, 'clinic', () => null, browserNavigation))
  const of = { staffId: appointment.staff_id }
  if (!can(viewer, 'submittedForm.see', of) && !can(viewer, 'clinicianForm.see', of)) return null
  return (
    <section aria-labelledby="forms" className="flex flex-col gap-4">
      <h2 id="forms" className="heading-2">
        Forms
      </h2>
      <Forms calls={calls} id={appointment.id} timeZone={timeZone} />
    </section>
  )
}
