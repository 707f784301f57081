import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { sentenceOf } from '#lib/api/refusals.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import { LetterText } from '../../records/outcomes/LetterText.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'

type TemplatePreviewProps = {
  api: ApiClient
  timeZone: string
  id: string
  /** As it stands in the form, saved or not. */
  template: () => { template_code: string; template_path: string }
}

type ChosenAppointment = { id: number; label: string }

const OFFERED = 10

/** The template filled in with the details of an appointment. */
export function TemplatePreview({ api, timeZone, id, template }: TemplatePreviewProps) {
  const [chosen, setChosen] = useState<ChosenAppointment | null>(null)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (appointment: ChosenAppointment) =>
      api.call('POST admin/appointmentoutcomes/preview/', {
        body: { ...template(), appointment_id: appointment.id },
      }),
  })
  const labelOf = ({ patient_name, type_name, start }: AdminRecord) =>
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
        labelOf={labelOf}
        onChoose={(record) => {
          const appointment = { id: record.id, label: labelOf(record) }
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
      {error && <FormAlert look="banner-danger">{problemOf(error)}</FormAlert>}
      {data && !error && (
        <section aria-label="Letter" className="letter w-full">
          {data.html === '' ? <p>The template is empty.</p> : <LetterText html={data.html} />}
        </section>
      )}
    </section>
  )
}

function problemOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.'
  return error.status === 400 ? sentenceOf(error.fields) : error.detail
}
