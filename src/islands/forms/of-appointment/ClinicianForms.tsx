import { useId } from 'react'
import type {
  ClinicianFormSummary,
  DueForm,
  OwnAppointmentForms,
} from '#lib/contract/forms/filled-forms.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { clinicianFormTexts } from '../clinician/clinician-form-texts.ts'
import { describeStartRefusal } from '../describe-start-refusal.ts'
import type { FormCalls } from '../form-calls.ts'
import { FormName } from './FormName.tsx'

type ClinicianFormsProps = {
  forms: Pick<OwnAppointmentForms, 'due_forms' | 'clinician_forms'>
  appointmentId: number
  calls: FormCalls
  timeZone: string
}

export function ClinicianForms(props: ClinicianFormsProps) {
  const heading = useId()
  if (!hasClinicianForms(props.forms)) return null
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="heading-2">
        For the clinician
      </h2>
      <ClinicianFormList {...props} />
    </section>
  )
}

const filterDue = (forms: ClinicianFormsProps['forms']) =>
  forms.due_forms.filter(({ kind }) => kind === 'clinician')

const hasClinicianForms = (forms: ClinicianFormsProps['forms']) =>
  filterDue(forms).length + forms.clinician_forms.length > 0

type ClinicianFormListProps = ClinicianFormsProps & {
  isPart?: boolean
}

export function ClinicianFormList(props: ClinicianFormListProps) {
  const { forms, appointmentId, calls, timeZone, isPart = false } = props
  if (!hasClinicianForms(forms)) return null
  const heading = isPart ? 'p' : 'h2'
  const entry = isPart ? '' : 'card '
  return (
    <ul className="flex flex-col gap-4">
      {filterDue(forms).map((form) => (
        <li key={`due ${form.eform.id}`} className={`${entry}flex flex-col items-start gap-3`}>
          <FormName heading={heading} name={form.eform.title} tag="Not started" />
          {form.may_start && <StartClinicianForm {...{ form, calls, appointmentId }} />}
        </li>
      ))}
      {forms.clinician_forms.map((form) => (
        <li key={form.id} className={`${entry}flex flex-col items-start gap-3`}>
          <FormName
            heading={heading}
            name={form.eform.title}
            tag={form.amends === null ? clinicianFormTexts[form.status] : 'Being amended'}
            isDone={!form.is_draft}
          />
          <p className="hint">{formatHistory(form, timeZone)}</p>
          <FormLink form={form} calls={calls} />
        </li>
      ))}
    </ul>
  )
}

function FormLink({ form, calls }: { form: ClinicianFormSummary; calls: FormCalls }) {
  const mayChange = form.may.includes('change')
  return (
    <a
      className={mayChange ? 'button button-primary' : 'link'}
      href={calls.addressOf('clinician', form.id)}
    >
      {mayChange ? 'Continue' : 'See the answers'}{' '}
      <span className="visually-hidden">{form.eform.title}</span>
    </a>
  )
}

function formatHistory(form: ClinicianFormSummary, timeZone: string): string {
  if (form.is_draft || form.completed === null) {
    return `Last saved by ${form.saved_by_name}, ${formatDateTime(form.saved, timeZone)}`
  }
  const text = clinicianFormTexts[form.status]
  return `${text} by ${form.completed_by_name}, ${formatDateTime(form.completed, timeZone)}`
}

type StartProps = { form: DueForm; calls: FormCalls; appointmentId: number }

function StartClinicianForm({ form, calls, appointmentId }: StartProps) {
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () =>
      calls.clinician.start({ appointment_id: appointmentId, eform_id: form.eform.id }),
    onSuccess: ({ id }) => calls.open('clinician', id),
  })
  return (
    <>
      <Button pending={isPending} pendingLabel="Starting" onClick={() => mutate()}>
        Start <span className="visually-hidden">{form.eform.title}</span>
      </Button>
      {error && <FormAlert look="banner-danger">{describeStartRefusal(error)}</FormAlert>}
    </>
  )
}
