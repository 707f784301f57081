import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FormProgress } from '#lib/contract/booking.ts'
import type { SubmittedFormSummary } from '#lib/contract/forms/filled-forms.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { AnswerList } from '../answers/AnswerList.tsx'
import { submittedFormQuery } from '../completed/submitted-form-query.ts'
import { appointmentFormsQuery } from '../of-appointment/appointment-forms-query.ts'
import type { OfAppointmentProps } from './AppointmentOfForm.tsx'

export function PatientAnswers({ calls, id, timeZone }: OfAppointmentProps) {
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
