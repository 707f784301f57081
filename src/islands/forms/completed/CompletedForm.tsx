import { useQuery } from '@tanstack/react-query'
import { fileAddress } from '#lib/api/client.ts'
import type { SubmittedForm, SubmittedFormSummary } from '#lib/contract/forms/filled-forms.ts'
import {
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatTimeRange,
} from '#lib/dates/format-date-time.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { AnswerList } from '../answers/AnswerList.tsx'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import { StopAdvice } from '../answers/StopAdvice.tsx'
import { describeStartRefusal } from '../describe-start-refusal.ts'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import { FormQueries } from '../FormQueries.tsx'
import type { FormCalls } from '../form-calls.ts'
import { useFormTitle } from '../use-form-title.ts'
import { submittedFormQuery } from './submitted-form-query.ts'

export function CompletedForm(props: FormIslandProps) {
  return (
    <FormIsland {...props}>
      {(calls) => (
        <FormQueries>
          <Submitted calls={calls} id={props.id} settings={props.settings} />
        </FormQueries>
      )}
    </FormIsland>
  )
}

type SubmittedProps = { calls: FormCalls; id: number; settings: PublicSettings }

function Submitted({ calls, id, settings }: SubmittedProps) {
  const query = useQuery(submittedFormQuery(calls, id))
  const { data, error } = query
  if (data) return <Receipt form={data} calls={calls} settings={settings} />
  if (!error) return <Loading label="Opening the form" />
  return (
    <>
      <h1 className="heading-1">This form is not open</h1>
      <QueryStatus query={query} what="the form" />
    </>
  )
}

function Receipt({
  form,
  calls,
  settings,
}: {
  form: SubmittedForm
  calls: FormCalls
  settings: PublicSettings
}) {
  const { eform, answers, on, alerts, appointment_id, replaces, replaced_by } = form
  const evaluation = evaluateForm(eform.formDefinition, answers, { on })
  const isStaff = calls.type === 'clinic'
  useFormTitle(eform.title)
  const advice = alerts.filter(({ level }) => level === 'stop')
  return (
    <>
      {!isStaff && replaced_by === null && (
        <FormSubmitted
          appointmentId={appointment_id}
          isAmended={replaces !== null}
          isOver={form.appointment !== null && Date.parse(form.appointment.end) < Date.now()}
          calls={calls}
        />
      )}
      <h1 className="heading-1">{eform.title}</h1>
      {replaced_by !== null && (
        <p className="banner banner-warn">
          These answers were changed later.{' '}
          <a className="link" href={calls.addressOf('completed', replaced_by)}>
            See the latest answers
          </a>
        </p>
      )}
      {replaces !== null && isStaff && (
        <p>
          <a className="link" href={calls.addressOf('completed', replaces)}>
            See the answers before this change
          </a>
        </p>
      )}
      {isStaff && <FormAlerts alerts={alerts} />}
      {!isStaff &&
        advice.map(({ item, advice: text }) => (
          <StopAdvice key={`${item} ${text}`} advice={text} telephone={form.site_telephone} />
        ))}
      <FormSubject form={form} timeZone={settings.timeZone} />
      <p>
        Submitted by {form.submitted_by_name} at {formatDateTime(form.submitted, settings.timeZone)}
        . Form {eform.name}, version {eform.version}.{eform.subversion}, number {form.id}.
        {form.reason && ` Changed because: ${form.reason}`}
      </p>
      <h2 className="visually-hidden">Answers</h2>
      <AnswerList evaluation={evaluation} title={eform.title} files={calls} />
      <div className="flex flex-wrap items-center gap-4 print:hidden">
        <Button look="secondary" onClick={() => print()}>
          Print
        </Button>
        {isStaff && (
          <DownloadLink
            href={fileAddress(
              settings.apiBase,
              'GET admin/submittedforms/{id}/questionnaire-response/',
              { params: { id: form.id } },
            )}
          >
            Download as FHIR
          </DownloadLink>
        )}
        {form.kind === 'clinician' ? (
          <a className="link" href={calls.addressOf('clinician', form.saved_form_id)}>
            Open the clinician form
          </a>
        ) : (
          form.may.includes('amend') && <AmendButton form={form} calls={calls} />
        )}
        <a className="link" href={calls.addressOf('for-appointment', appointment_id)}>
          All forms for this appointment
        </a>
      </div>
    </>
  )
}

type WhoseFormProps = { form: SubmittedForm; timeZone: string }

function FormSubject({ form: { patient, appointment }, timeZone }: WhoseFormProps) {
  return (
    <dl className="summary-list">
      <SummaryRow name="Patient">{patient.full_name}</SummaryRow>
      {patient.dob && (
        <SummaryRow name="Date of birth">{formatCalendarDate(patient.dob)}</SummaryRow>
      )}
      {appointment && (
        <SummaryRow name="Appointment">
          {appointment.appointment_type_name}, {formatDate(appointment.start, timeZone)},{' '}
          {formatTimeRange(appointment.start, appointment.end, timeZone)}, {appointment.site_name}
        </SummaryRow>
      )}
    </dl>
  )
}

type FormSubmittedProps = {
  appointmentId: number
  isAmended: boolean
  isOver: boolean
  calls: FormCalls
}

function FormSubmitted({ appointmentId, isAmended, isOver, calls }: FormSubmittedProps) {
  return (
    <section aria-labelledby="form-submitted" className="flex flex-col gap-4 print:hidden">
      <p id="form-submitted" className="banner banner-ok heading-3">
        {isAmended ? 'Your changes have been submitted' : 'Your form has been submitted'}
      </p>
      <p>
        {isOver
          ? 'Your answers are with your records of this appointment.'
          : 'The clinician will read your answers before your appointment. You do not need to bring a copy.'}
      </p>
      <p>
        <a className="link" href={calls.appointmentAddress(appointmentId)}>
          Your appointment
        </a>
      </p>
    </section>
  )
}

type AmendProps = {
  form: Pick<SubmittedFormSummary, 'id' | 'appointment_id' | 'eform'>
  calls: FormCalls
}

function AmendButton({ form, calls }: AmendProps) {
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () =>
      calls.start({
        appointment_id: form.appointment_id,
        eform_id: form.eform.id,
        amends: form.id,
      }),
    onSuccess: ({ id }) => calls.open('in-progress', id),
  })
  return (
    <>
      <Button look="secondary" pending={isPending} onClick={() => mutate()}>
        Change your answers
      </Button>
      {error && <FormAlert look="banner-danger">{describeStartRefusal(error)}</FormAlert>}
    </>
  )
}
