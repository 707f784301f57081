import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { FormProgress } from '#lib/contract/booking.ts'
import type {
  ClinicAppointmentForms,
  ClinicianForm,
  FormSubmission,
  SubmittedFormSummary,
} from '#lib/contract/forms/filled-forms.ts'
import { formatDate, formatDateTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { pagePerson } from '../../identity/account-element.ts'
import { formatIdentity } from '../../people/patient-choice/format-patient.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { AnswerList } from '../answers/AnswerList.tsx'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import { submittedFormQuery } from '../completed/submitted-form-query.ts'
import { describeStartRefusal } from '../describe-start-refusal.ts'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import { FormQueries } from '../FormQueries.tsx'
import { ConflictQuestion } from '../fill/ConflictQuestion.tsx'
import { type FillingCalls, formFillingWithActors } from '../fill/form-filling.actors.ts'
import { ownedByPerson } from '../fill/stored-answer-owner.ts'
import { createAnswerStorage } from '../fill/stored-answers.ts'
import { type SignedInHere, useFormFilling } from '../fill/use-form-filling.ts'
import type { FormCalls } from '../form-calls.ts'
import { appointmentFormsQuery } from '../of-appointment/appointment-forms-query.ts'
import { ClinicianFields } from './ClinicianFields.tsx'
import { clinicianFormTexts } from './clinician-form-texts.ts'
import { FormVersions } from './FormVersions.tsx'

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

type ClinicianFormProps = {
  calls: FormCalls
  id: number
  timeZone: string
  onCompleted?: (() => void) | undefined
}

type OpenFormProps = ClinicianFormProps & {
  form: ClinicianForm | null
  isReopened: boolean
  onRead: (form: ClinicianForm) => void
  onAmending: () => void
}

/** Filled in as patients fill in theirs, and completed at once; or read, once it is completed. */
function OpenClinicianForm(props: OpenFormProps) {
  const { calls, id, timeZone, form, isReopened, onRead, onAmending, onCompleted } = props
  const [{ machine, storage, signedIn }] = useState(() => {
    const known: SignedInHere = { person: null }
    const storage = createAnswerStorage(`clinician:${id}`, () => {
      known.person ??= pagePerson()
      return known.person === null ? null : ownedByPerson(known.person)
    })
    const filling = fillingCalls(calls, onRead)
    return {
      signedIn: known,
      storage,
      machine: formFillingWithActors({ id, calls: filling, storage }),
    }
  })
  const view = useFormFilling(machine, { isGuest: false, storage, signedIn })
  const { snapshot, saving, send } = view
  const { opened, submittedId, isLeftOut, detail } = snapshot.context
  const [wasOpened, setWasOpened] = useState(false)
  if (opened && !wasOpened) setWasOpened(true)
  const completed = useEffectEvent(() => {
    if (wasOpened) onCompleted?.()
  })
  useEffect(() => {
    if (submittedId !== null) completed()
  }, [submittedId])
  if (snapshot.matches('startFailed') || snapshot.matches('signedOut')) {
    return (
      <div role="alert" className="banner banner-warn flex flex-col items-start gap-3">
        <p>
          {snapshot.matches('signedOut')
            ? 'You are signed out. Sign in to go on with the form.'
            : 'We could not open the form. Check your connection.'}
        </p>
        <Button look="secondary" onClick={() => send({ type: 'opening.retried' })}>
          Try again
        </Button>
      </div>
    )
  }
  if (snapshot.matches('notFound')) {
    return (
      <p role="alert" className="banner banner-warn">
        We could not find this form, or you do not have permission to see it.
      </p>
    )
  }
  if (snapshot.status === 'done' && form) {
    return (
      <CompletedClinicianForm
        {...{ calls, form, timeZone, onAmending }}
        detail={snapshot.matches('withdrawn') ? detail : isLeftOut ? LEFT_OUT : null}
        takesFocus={wasOpened}
      />
    )
  }
  if (!opened || !saving || !form) return <Loading label="Opening the form" />
  const { others, answers, merged, resolutions } = saving.context
  const isConflict = saving.matches('conflict') && others !== null
  return (
    <>
      {isConflict && (
        <ConflictQuestion
          items={opened.form.eform.formDefinition.filter(({ id }) => merged.contested.includes(id))}
          mine={answers}
          others={others}
          onResolved={(resolved) => send({ type: 'conflict.resolved', answers: resolved })}
        />
      )}
      <div hidden={isConflict} data-keeps-answers>
        <ClinicianFields
          // A choice between two versions starts the form again.
          key={resolutions}
          {...{ calls, form, answers, view, saving, timeZone }}
          takesFocus={isReopened || resolutions > 0}
        />
      </div>
    </>
  )
}

const LEFT_OUT = 'This form was already completed. Your last change was not included.'

function fillingCalls(
  { clinician }: FormCalls,
  onRead: (form: ClinicianForm) => void,
): FillingCalls {
  const read = async (answer: Promise<ClinicianForm>) => {
    const form = await answer
    onRead(form)
    return form
  }
  return {
    isGuest: false,
    closedTexts:
      'You can read this form but not change it. The appointment was cancelled, or you do not have permission.',
    read: (id) => read(clinician.read(id)),
    save: clinician.save,
    uploadFile: clinician.uploadFile,
    submit: async (submission: FormSubmission) => {
      const form = await read(clinician.complete(submission))
      return { id: form.submitted_form_id ?? form.id }
    },
  }
}

type CompletedProps = {
  calls: FormCalls
  form: ClinicianForm
  timeZone: string
  /** It says why nobody may change it; null where it is completed. */
  detail: string | null
  takesFocus: boolean
  onAmending: () => void
}

function CompletedClinicianForm(props: CompletedProps) {
  const { calls, form, timeZone, detail, takesFocus, onAmending } = props
  const { eform, answers, on, alerts, status, may, submitted_form_id, appointment_id } = form
  const heading = useId()
  useBeginAt(takesFocus ? heading : null)
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (amends: number) =>
      calls.clinician.start({ appointment_id, eform_id: eform.id, amends }),
    onSuccess: onAmending,
  })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={heading} tabIndex={-1} className="heading-2 scroll-mt-4">
          {eform.title}
        </h2>
        <span className={status === 'in_progress' ? 'tag' : 'tag tag-ok'}>
          {clinicianFormTexts[status]}
        </span>
      </div>
      {detail !== null && <p className="banner banner-warn">{detail}</p>}
      <FormAlerts alerts={alerts} />
      <AnswerList
        evaluation={evaluateForm(eform.formDefinition, answers, { on })}
        title={eform.title}
        files={calls}
      />
      {may.includes('amend') && submitted_form_id !== null && (
        <Button
          look="secondary"
          className="self-start print:hidden"
          pending={isPending}
          onClick={() => mutate(submitted_form_id)}
        >
          Amend
        </Button>
      )}
      {error && <FormAlert look="banner-danger">{describeStartRefusal(error)}</FormAlert>}
      <FormVersions {...{ calls, form, timeZone }} />
    </section>
  )
}
