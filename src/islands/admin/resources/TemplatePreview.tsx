import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import { joinFieldErrors } from '#lib/api/refusals.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'

type TemplatePreviewProps<Filled> = {
  id: string
  /** Fills in the template as it stands in the form, saved or not. */
  fillIn: (appointmentId: number) => Promise<Filled>
  show: (filled: Filled) => ReactNode
}

type ChosenAppointment = { id: number; label: string }

const OFFERED = 10

export function TemplatePreview<Filled>(props: TemplatePreviewProps<Filled>) {
  const timeZone = useTimeZone()
  const api = useApi()
  const { id, fillIn, show } = props
  const [chosen, setChosen] = useState<ChosenAppointment | null>(null)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (appointment: ChosenAppointment) => fillIn(appointment.id),
  })
  const formatLabel = ({ patient_name, type_name, start }: AdminRecord) =>
    `${patient_name}, ${type_name}, ${formatDateTime(String(start), timeZone)}`
  return (
    <section aria-label="Preview" className="flex flex-col items-start gap-4">
      <LookupField<AdminRecord>
        id={id}
        label="Preview with an appointment"
        hint="Type a patient’s name or a reference, then choose from the list. The preview is recorded in the audit trail."
        shortest={2}
        find={async (search, signal) => {
          const query = { search, page_size: OFFERED, ordering: '-start' }
          const page = await resourceClient(api, { path: 'appointments' }).list(query, signal)
          return page.results
        }}
        keyOf={(record) => record.id}
        labelOf={formatLabel}
        onChoose={(record) => {
          const appointment = { id: record.id, label: formatLabel(record) }
          setChosen(appointment)
          mutate(appointment)
        }}
        leftText="Choose an appointment from the list to see the preview."
        one="appointment"
        many="appointments"
        failedText="We could not search. Check your connection and permissions, then type again."
      />
      {chosen && (
        <>
          <p>Preview for {chosen.label}</p>
          <Button
            look="secondary"
            pending={isPending}
            pendingLabel="Loading the preview"
            onClick={() => mutate(chosen)}
          >
            Update the preview
          </Button>
        </>
      )}
      {error && <FormAlert look="banner-danger">{describeProblem(error)}</FormAlert>}
      {data !== undefined && !error && show(data)}
    </section>
  )
}

function describeProblem(error: Error): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.'
  return error.status === 400 ? joinFieldErrors(error.fields) : error.detail
}
