import { useQuery } from '@tanstack/react-query'
import type {
  ClinicAppointmentForms,
  DueForm,
  OwnAppointmentForms,
} from '#lib/contract/forms/filled-forms.ts'
import { formatDate, formatDateTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import { describeStartRefusal } from '../describe-start-refusal.ts'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import { FormQueries } from '../FormQueries.tsx'
import type { FormCalls } from '../form-calls.ts'
import { appointmentFormsQuery } from './appointment-forms-query.ts'
import { ClinicianForms } from './ClinicianForms.tsx'
import { FormName } from './FormName.tsx'

export function AppointmentForms(props: FormIslandProps) {
  const { id, settings } = props
  return (
    <FormIsland {...props}>
      {(calls) => (
        <FormQueries>
          <Forms calls={calls} id={id} timeZone={settings.timeZone} isPage />
        </FormQueries>
      )}
    </FormIsland>
  )
}

type AnyAppointmentForms = OwnAppointmentForms | ClinicAppointmentForms

type FormsProps = { calls: FormCalls; id: number; timeZone: string; isPage?: boolean }

export function Forms({ calls, id, timeZone, isPage = false }: FormsProps) {
  const query = useQuery(appointmentFormsQuery(calls, id))
  const { data, error } = query
  if (!data) {
    return error ? (
      <>
        {isPage && <h1 className="heading-1">{titleFor(calls)}</h1>}
        <QueryStatus query={query} what="the forms" />
      </>
    ) : (
      <Loading label="Looking up the forms" />
    )
  }
  return (
    <>
      {isPage && <Heading calls={calls} appointment={data.appointment} timeZone={timeZone} />}
      <FormLists forms={data} calls={calls} timeZone={timeZone} showsAlerts={isPage} />
      <ClinicianForms forms={data} appointmentId={id} calls={calls} timeZone={timeZone} />
    </>
  )
}

const titleFor = ({ type }: FormCalls) =>
  type === 'clinic' ? 'Forms for this appointment' : 'Forms for your appointment'

type HeadingProps = {
  calls: FormCalls
  appointment: AnyAppointmentForms['appointment']
  timeZone: string
}

function Heading({ calls, appointment, timeZone }: HeadingProps) {
  const { id, appointment_type, start, end, site, patient } = appointment
  return (
    <div className="flex flex-col gap-2">
      <h1 className="heading-1">{titleFor(calls)}</h1>
      <p>
        {calls.type === 'clinic' && `${patient.full_name}, `}
        {appointment_type.name}, {formatDate(start, timeZone)},{' '}
        {formatTimeRange(start, end, timeZone)}, {site.name}
      </p>
      <p>
        <a className="link" href={calls.appointmentAddress(id)}>
          {calls.type === 'clinic' ? 'The appointment' : 'Your appointment'}
        </a>
      </p>
    </div>
  )
}

type ListsProps = {
  forms: AnyAppointmentForms
  calls: FormCalls
  timeZone: string
  showsAlerts: boolean
}

function FormLists({ forms, calls, timeZone, showsAlerts }: ListsProps) {
  const { due_forms, inprogress_forms, completed_forms, appointment } = forms
  const due = due_forms.filter(({ kind }) => kind === 'patient')
  const latest = completed_forms.filter(({ replaced_by }) => replaced_by === null)
  const first = inprogress_forms.filter(({ amends }) => amends === null)
  const left = due.length + first.length
  const isStaff = calls.type === 'clinic'
  if (left + latest.length + inprogress_forms.length === 0) {
    return (
      <p>
        {isStaff
          ? 'There is no form for the patient to fill in.'
          : 'There is no form to fill in for this appointment.'}
      </p>
    )
  }
  return (
    <>
      {isStaff && showsAlerts && <FormAlerts alerts={latest.flatMap(({ alerts }) => alerts)} />}
      {isStaff || appointment.status === 'booked' ? (
        <p className={left > 0 ? 'banner banner-warn' : 'banner banner-ok'}>
          {formatProgress(left, isStaff)}
        </p>
      ) : (
        <p className="banner">{formatEnded(appointment.status)}</p>
      )}
      <ul className="flex flex-col gap-4">
        {due.map((form) => (
          <li key={`due ${form.eform.id}`} className="card flex flex-col items-start gap-3">
            <FormName name={form.eform.title} tag="Not started" minutes={form.eform.minutes} />
            {form.may_start && (
              <StartButton form={form} calls={calls} appointmentId={appointment.id} />
            )}
          </li>
        ))}
        {inprogress_forms.map(({ id, eform, saved, may, amends }) => (
          <li key={`draft ${id}`} className="card flex flex-col items-start gap-3">
            <FormName name={eform.title} tag={amends === null ? 'In progress' : 'Being changed'} />
            <p className="hint">Last saved {formatDateTime(saved, timeZone)}</p>
            {may.includes('change') && (
              <a className="button button-primary" href={calls.addressOf('in-progress', id)}>
                Continue <span className="visually-hidden">{eform.title}</span>
              </a>
            )}
          </li>
        ))}
        {latest.map(({ id, eform, submitted, saved_form_id }) => (
          <li key={`submitted ${id}`} className="card flex flex-col items-start gap-3">
            <FormName name={eform.title} tag="Submitted" isDone />
            <p className="hint">Submitted {formatDateTime(submitted, timeZone)}</p>
            <a className="link" href={calls.addressOf('completed', id)}>
              See the answers <span className="visually-hidden">to {eform.title}</span>
            </a>
            {isStaff &&
              completed_forms
                .filter((form) => form.saved_form_id === saved_form_id && form.id !== id)
                .map((form) => (
                  <a key={form.id} className="link" href={calls.addressOf('completed', form.id)}>
                    Earlier answers, {formatDateTime(form.submitted, timeZone)}
                  </a>
                ))}
          </li>
        ))}
      </ul>
    </>
  )
}

const formatEnded = (status: string) =>
  status === 'cancelled'
    ? 'This appointment was cancelled. You do not need to fill in its forms.'
    : 'This appointment is over. Its forms can no longer be filled in.'

function formatProgress(left: number, isStaff: boolean): string {
  if (isStaff) {
    return left > 0 ? `${counted(left, 'form')} missing` : 'Every form has been submitted.'
  }
  return left > 0
    ? `${counted(left, 'form')} to fill in before you come`
    : 'You have submitted every form.'
}

type StartProps = { form: DueForm; calls: FormCalls; appointmentId: number }

function StartButton({ form, calls, appointmentId }: StartProps) {
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () => calls.start({ appointment_id: appointmentId, eform_id: form.eform.id }),
    onSuccess: ({ id }) => calls.open('in-progress', id),
  })
  return (
    <>
      <Button pending={isPending} pendingLabel="Starting" onClick={() => mutate()}>
        {calls.type === 'clinic' ? 'Fill in for the patient' : 'Start'}{' '}
        <span className="visually-hidden">{form.eform.title}</span>
      </Button>
      {error && <FormAlert look="banner-danger">{describeStartRefusal(error)}</FormAlert>}
    </>
  )
}
