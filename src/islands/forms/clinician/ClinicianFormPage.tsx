import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormProgress } from '#lib/contract/booking.ts'
import type {
  ClinicAppointmentForms,
  ClinicianForm,
  SubmittedFormSummary,
} from '#lib/contract/forms/filled-forms.ts'
import { formatDate, formatDateTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { formatIdentity } from '../../people/patient-choice/format-patient.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { AnswerList } from '../answers/AnswerList.tsx'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import { submittedFormQuery } from '../completed/submitted-form-query.ts'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import { FormQueries } from '../FormQueries.tsx'
import type { FormCalls } from '../form-calls.ts'
import { appointmentFormsQuery } from '../of-appointment/appointment-forms-query.ts'
import { type ClinicianFormProps, OpenClinicianForm } from './OpenClinicianForm.tsx'

export function ClinicianFormPage(props: Omit<FormIslandProps, 'audience'>) {
  return (
    <FormIsland {...props} audience="clinic">
      {(calls) => (
        <FormQueries>
          <h1 className="heading-1">Clinician form</h1>
          <ClinicianFormScreen calls={calls} id={props.id} timeZone={props.settings.timeZone} />
        </FormQueries>
      )}
    </FormIsland>
  )
}

/**
 * It has no page around it, so that it also stands in a dialog; it needs a `QueryClientProvider`.
 */
function ClinicianFormScreen({ calls, id, timeZone, onCompleted }: ClinicianFormProps) {
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

function PatientAnswers({ calls, id, timeZone }: OfAppointmentProps) {
  const heading = useId()
  const query = useQuery(appointmentFormsQuery(calls, id))
  const { data } = query
  const latest = data?.completed_forms.filter(({ replaced_by }) => replaced_by === null)
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-5">
      <h2 id={heading} className="heading-2">
        What the patient told us
      </h2>
      <QueryStatus
        query={query}
        what="the patient’s forms"
        loading="Looking up the patient’s forms"
      />
      {data && <p>{formatProgress(data.appointment.forms)}</p>}
      {latest?.map((form) => (
        <SubmittedAnswers key={form.id} {...{ form, calls, timeZone }} />
      ))}
    </section>
  )
}

function formatProgress(forms: FormProgress | null): string {
  if (forms === null) return 'You do not have permission to see the patient’s answers.'
  return formatStaffFormProgress(forms) ?? 'There is no form for the patient to fill in.'
}

type AnswersProps = Omit<OfAppointmentProps, 'id'> & { form: SubmittedFormSummary }

function SubmittedAnswers({ form, calls, timeZone }: AnswersProps) {
  const { eform, submitted, submitted_by_name, replaces } = form
  const query = useQuery(submittedFormQuery(calls, form.id))
  const { data } = query
  return (
    <section className="flex flex-col gap-3">
      <h3 className="heading-3">{eform.title}</h3>
      <p className="hint">
        {replaces === null ? 'Submitted' : 'Changed'} by {submitted_by_name},{' '}
        {formatDateTime(submitted, timeZone)}.{' '}
        <a className="link" href={calls.addressOf('completed', form.id)}>
          Open the form
        </a>
      </p>
      <QueryStatus query={query} what="the answers" loading="Opening the answers" />
      {data && (
        <AnswerList
          evaluation={evaluateForm(data.eform.formDefinition, data.answers, { on: data.on })}
          title={eform.title}
          files={calls}
        />
      )}
    </section>
  )
}

type OfAppointmentProps = {
  calls: FormCalls
  id: number
  timeZone: string
}

function AppointmentOfForm({ calls, id, timeZone }: OfAppointmentProps) {
  const { data } = useQuery(appointmentFormsQuery(calls, id))
  if (!data) return null
  const latest = data.completed_forms.filter(({ replaced_by }) => replaced_by === null)
  const { patient, appointment_type, start, end } =
    data.appointment as ClinicAppointmentForms['appointment']
  return (
    <>
      <FormAlerts alerts={latest.flatMap(({ alerts }) => alerts)} />
      <p>
        <span className="font-semibold">{patient.full_name}</span>
        <br />
        {formatIdentity(patient)}
        <br />
        {appointment_type.name}, {formatDate(start, timeZone)},{' '}
        {formatTimeRange(start, end, timeZone)}
      </p>
    </>
  )
}
