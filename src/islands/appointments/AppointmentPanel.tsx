import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { ClinicAppointment, NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import type { AppointmentAction } from '#machines/appointments/appointment-action.machine.ts'
import { MoveQuestionSection } from '../schedule/MoveQuestion.tsx'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { useReason } from '../ui/form/use-reason.ts'
import { lateComponent } from '../ui/late-component.tsx'
import { AppointmentActions } from './AppointmentActions.tsx'
import { AppointmentFacts } from './AppointmentFacts.tsx'
import { CancelForm } from './CancelForm.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { NotesForm } from './NotesForm.tsx'
import { NotifyPatientFields, type ReachablePatient } from './NotifyPatientFields.tsx'
import { toNotification, usualNotification } from './notify-patient.ts'
import { RescheduleForm } from './RescheduleForm.tsx'
import { StaleAppointment } from './StaleAppointment.tsx'
import type { AppointmentFlow } from './use-appointment-action.ts'

const CompletionPanel = lateComponent(
  async () => (await import('./completion/CompletionPanel.tsx')).CompletionPanel,
  <Loading label="Opening" />,
)

const AdviceDialog = lateComponent(
  async () => (await import('../advice/AdviceDialog.tsx')).AdviceDialog,
  <Loading label="Opening" />,
)

const VaccinationDialog = lateComponent(
  async () => (await import('../vaccinations/VaccinationDialog.tsx')).VaccinationDialog,
  <Loading label="Opening" />,
)

type AppointmentPanelProps = {
  flow: AppointmentFlow
  isOnRecord?: boolean
}

/** Stands in a dialog, a page or beside something else. */
export function AppointmentPanel(props: AppointmentPanelProps) {
  const { flow, isOnRecord = false } = props
  const { snapshot, send, appointment, before, done, isActing } = flow
  const [open, setOpen] = useState<'advice' | 'vaccination' | null>(null)
  const content = useRetainedFocus(JSON.stringify(snapshot.value))
  const isGone = snapshot.matches('notFound') || snapshot.matches('notAllowed')
  return (
    <div ref={content} tabIndex={-1} className="flex flex-col gap-4">
      {snapshot.matches('reading') && <Loading label="Looking up the appointment" />}
      {snapshot.matches('readFailed') && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not load this appointment. Check your connection and try again.</p>
          <Button onClick={() => send({ type: 'reading.retried' })}>Try again</Button>
        </section>
      )}
      {snapshot.matches('notFound') && <p role="alert">This appointment no longer exists.</p>}
      {snapshot.matches('notAllowed') && (
        <p role="alert">
          You do not have permission to see this appointment, or you are signed out.
        </p>
      )}
      {appointment && !isGone && !snapshot.matches('reading') && (
        <>
          <p role="status" className={done ? 'font-semibold' : 'visually-hidden'}>
            {done?.done ?? statusLabels(appointment.status)}
          </p>
          <AppointmentFacts appointment={appointment} />
          <Questions {...{ appointment, before, snapshot, send }} onOpen={setOpen} />
          <AppointmentActions
            {...{ appointment, snapshot, send, isActing, isOnRecord }}
            canUndo={done !== null}
            onOpen={setOpen}
          />
        </>
      )}
      {appointment && open === 'advice' && (
        <AdviceDialog
          patientId={appointment.patient.id}
          appointmentId={appointment.id}
          onClose={() => setOpen(null)}
        />
      )}
      {appointment && open === 'vaccination' && (
        <VaccinationDialog
          of={{ appointmentId: appointment.id }}
          clinician={{ staffId: appointment.staff_id, name: appointment.clinician.full_name }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

/** What had the focus may be gone with what it did: then the question that it led to has it. */
function useRetainedFocus(shown: string) {
  const content = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const question = content.current?.querySelector<HTMLElement>(QUESTION)
    const place = question ?? content.current
    place?.focus()
  }, [shown])
  return content
}

const QUESTION = 'h3[tabindex], form :is(input, select, textarea)'

type QuestionsProps = {
  appointment: ClinicAppointment
  before: ClinicAppointment | undefined
  snapshot: AppointmentFlow['snapshot']
  send: AppointmentFlow['send']
  onOpen: (part: 'advice' | 'vaccination') => void
}

function Questions(props: QuestionsProps) {
  const { appointment, snapshot, send } = props
  const { reason } = snapshot.context
  const why = reason && <FormAlert look="banner-warn">{reason}</FormAlert>
  if (snapshot.matches('open')) return why
  const { action, change } = snapshot.context
  if (snapshot.matches('asking')) return <ActionForm {...props} alert={why} />
  if (snapshot.matches('confirmingSite') && action?.kind === 'reschedule' && action.branchChange) {
    return (
      <MoveQuestionSection
        who={appointment.patient.full_name}
        move={action.branchChange}
        onConfirmed={() => send({ type: 'site.confirmed' })}
        onAbandoned={() => send({ type: 'asking.dropped' })}
      />
    )
  }
  if (snapshot.matches('changed')) {
    return (
      <StaleAppointment
        change={change}
        before={props.before}
        now={appointment}
        action={action}
        onGoOn={() => send({ type: 'change.accepted' })}
        onLeave={() => send({ type: 'acting.dropped' })}
      />
    )
  }
  if (snapshot.matches('actFailed')) {
    return (
      <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>We could not reach the service, so we do not know whether your change was saved.</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => send({ type: 'acting.retried' })}>Try again</Button>
          <Button look="secondary" onClick={() => send({ type: 'acting.dropped' })}>
            Check the appointment
          </Button>
        </div>
      </section>
    )
  }
  return null
}

function ActionForm({ alert, ...props }: QuestionsProps & { alert: ReactNode }) {
  const { appointment, snapshot, send } = props
  const { asked, action, refusedFields } = snapshot.context
  const confirm = (confirmed: AppointmentAction) =>
    send({ type: 'action.confirmed', action: confirmed })
  const common = { appointment, alert, onLeave: () => send({ type: 'asking.dropped' }) }
  switch (asked) {
    case 'complete':
      return (
        <CompletionPanel
          {...{ refusedFields, ...common }}
          entered={action?.kind === asked ? action : null}
          onOpen={props.onOpen}
          onComplete={(completion) => confirm({ kind: asked, ...completion })}
        />
      )
    case 'writeNotes':
      return (
        <NotesForm
          {...common}
          entered={action?.kind === asked ? action.clinicianNotes : appointment.clinician_notes}
          onSave={(clinicianNotes) => confirm({ kind: asked, clinicianNotes })}
        />
      )
    case 'didNotAttend':
      return (
        <AbsenceForm
          {...common}
          patient={appointment.patient}
          entered={(action?.kind === asked && action.notification) || usualNotification}
          onMark={(notification) => confirm({ kind: asked, notification })}
        />
      )
    case 'cancel':
      return (
        <CancelForm
          {...common}
          entered={action?.kind === asked ? action : { notes: '', notification: usualNotification }}
          patient={Date.parse(appointment.start) > Date.now() ? appointment.patient : null}
          onCancel={(entered) => confirm({ kind: asked, ...entered })}
        />
      )
    case 'reinstate':
      return (
        <CorrectForm
          {...common}
          entered={action?.kind === asked ? action : { reason: '' }}
          onCorrect={(entered) => confirm({ kind: asked, ...entered })}
        />
      )
    case 'reschedule':
      return (
        <RescheduleForm
          {...{ ...common }}
          requested={action?.kind === asked ? action : null}
          onMove={(move) => confirm({ kind: asked, ...move })}
        />
      )
    case 'change':
      return (
        <ChangeForm
          {...{ ...common }}
          requested={action?.kind === asked ? action.requested : {}}
          entered={action?.kind === asked ? action.notification : usualNotification}
          onChange={(requested, notification) => confirm({ kind: asked, requested, notification })}
        />
      )
  }
  return null
}

type AbsenceFormProps = {
  patient: ReachablePatient
  entered: NotifyPatient
  alert: ReactNode
  onMark: (notification: NotifyPatient) => void
  onLeave: () => void
}

function AbsenceForm({ patient, entered, alert, onMark, onLeave }: AbsenceFormProps) {
  const [notification, setNotification] = useState(entered)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!focusTooLong(event.currentTarget)) onMark(toNotification(notification))
  }
  return (
    <form
      noValidate
      aria-label="Mark as did not attend"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <p>
        We wait 15 minutes before we tell the patient, so that you can correct a mistake. The email
        says how to book another time.
      </p>
      <NotifyPatientFields patient={patient} value={notification} onChange={setNotification} />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Mark as did not attend</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}

type CorrectFormProps = {
  appointment: Pick<ClinicAppointment, 'status' | 'outcomes' | 'start' | 'patient'>
  entered: { reason: string; notification?: NotifyPatient | undefined }
  alert: ReactNode
  onCorrect: (entered: { reason: string; notification: NotifyPatient }) => void
  onLeave: () => void
}

function CorrectForm({ appointment, entered, alert, onCorrect, onLeave }: CorrectFormProps) {
  const { status, outcomes, start, patient } = appointment
  const [notification, setNotification] = useState(entered.notification ?? usualNotification)
  // It is as good as booked again; a status of the past is the clinic's own.
  const isNotified = status === 'cancelled' && Date.parse(start) > Date.now()
  const { form, field } = useReason({
    entered: entered.reason,
    onReason: (reason) =>
      onCorrect({
        reason,
        notification: isNotified ? toNotification(notification) : usualNotification,
      }),
  })
  return (
    <form {...form} aria-label="Correct the status" className="flex flex-col gap-4">
      <p>
        {status === 'cancelled'
          ? 'We will set this back to booked if its time is still free.'
          : 'We will set this back to booked. You can then record what happened.'}
        {outcomes.length > 0 && ' Its outcomes will be withdrawn.'}
      </p>
      <TextAreaField
        {...field}
        label="Why is the status wrong?"
        hint="Your reason is kept in the audit trail. The patient cannot read it."
        limit={LONGEST_CORRECTION_REASON}
      />
      {isNotified && (
        <NotifyPatientFields patient={patient} value={notification} onChange={setNotification} />
      )}
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Set back to booked</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}
