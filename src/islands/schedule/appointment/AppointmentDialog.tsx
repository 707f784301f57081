import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { statusWords } from '#lib/appointment-status.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { plainDateAt } from '#lib/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import type {
  AppointmentActionEvent,
  appointmentActionMachine,
} from '#machines/schedule/appointment-action.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { SiteQuestionSection } from '../SiteQuestion.tsx'
import { AppointmentActions } from './AppointmentActions.tsx'
import { AppointmentFacts } from './AppointmentFacts.tsx'
import {
  appointmentActionWithActors,
  clinicAppointmentKey,
  supersededAppointmentKey,
} from './appointment-action.actors.ts'
import { CancelForm } from './CancelForm.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { CompleteForm } from './CompleteForm.tsx'
import { CorrectForm } from './CorrectForm.tsx'
import { RescheduleForm } from './RescheduleForm.tsx'
import { StaleAppointment } from './StaleAppointment.tsx'
import { offerUndo, type Undoable, useAppointmentNewsWithdrawn } from './undo.ts'

const AdviceDialog = lazy(async () => ({
  default: (await import('../../records/advice/AdviceDialog.tsx')).AdviceDialog,
}))

const VaccinationDialog = lazy(async () => ({
  default: (await import('../../records/vaccinations/VaccinationDialog.tsx')).VaccinationDialog,
}))

type AppointmentDialogProps = {
  api: ApiClient
  id: number
  viewer: Pick<Viewer, 'permissions'> & Partial<Pick<Viewer, 'staff_id'>>
  timeZone: string
  onChanged: (appointment: ClinicAppointment) => void
  onClose: () => void
}

type Snapshot = SnapshotFrom<typeof appointmentActionMachine>
type Send = (event: AppointmentActionEvent) => void

/**
 * An appointment and what may be done about it by who looks at it: complete, did not attend, move,
 * cancel, and take that back. Needs a `QueryClientProvider` around it.
 */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { api, id, viewer, timeZone, onChanged, onClose } = props
  const queries = useQueryClient()
  useAppointmentNewsWithdrawn()
  const [done, setDone] = useState<Undoable | null>(null)
  const [isAdvising, setAdvising] = useState(false)
  const [isVaccinating, setVaccinating] = useState(false)
  // A notification would lie over what else can be done here.
  const close = () => {
    onClose()
    if (done) offerUndo(done)
  }
  const [machine] = useState(() =>
    appointmentActionWithActors({ api, queries, id, timeZone, onChanged, onUndoable: setDone }),
  )
  const [snapshot, send] = useMachine(machine)
  // The flow's actors put it there.
  const { data: appointment } = useQuery<ClinicAppointment>({
    queryKey: clinicAppointmentKey(id),
    queryFn: skipToken,
    gcTime: 0,
  })
  const { data: before } = useQuery<ClinicAppointment>({
    queryKey: supersededAppointmentKey(id),
    queryFn: skipToken,
    gcTime: 0,
  })
  const isActing = snapshot.matches('acting') || snapshot.matches('rereading')
  const content = useFocusKept(JSON.stringify(snapshot.value))
  const isGone = snapshot.matches('notFound') || snapshot.matches('notAllowed')
  return (
    <Dialog open title="Appointment" onClose={close} busy={isActing}>
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
              {done?.done ?? statusWords(appointment.status)}
            </p>
            <AppointmentFacts appointment={appointment} timeZone={timeZone} />
            <Questions {...{ api, appointment, before, timeZone, snapshot, send }} />
            <AppointmentActions
              {...{ appointment, viewer, snapshot, send, isActing }}
              canUndo={done !== null}
              onAdvice={() => setAdvising(true)}
              onVaccinate={
                mayVaccinate(viewer, appointment, timeZone) ? () => setVaccinating(true) : null
              }
            />
            {isAdvising && (
              <Suspense fallback={<Loading label="Loading the advice" />}>
                <AdviceDialog
                  {...{ api, viewer, timeZone }}
                  patientId={appointment.patient.id}
                  appointmentId={id}
                  onClose={() => setAdvising(false)}
                />
              </Suspense>
            )}
          </>
        )}
      </div>
      {isVaccinating && appointment && (
        <Suspense>
          <VaccinationDialog
            api={api}
            viewer={viewer}
            timeZone={timeZone}
            of={{ appointmentId: id }}
            clinician={{ staffId: appointment.staff_id, name: appointment.clinician.full_name }}
            onClose={() => setVaccinating(false)}
          />
        </Suspense>
      )}
    </Dialog>
  )
}

/** From the day of the appointment. */
const mayVaccinate = (
  viewer: AppointmentDialogProps['viewer'],
  { staff_id, status, start }: ClinicAppointment,
  timeZone: string,
) =>
  plainDateAt(start, timeZone) <= plainDateAt(Date.now(), timeZone) &&
  can(viewer, 'vaccination.record', { staffId: staff_id, status })

/** What had the focus may be gone with what it did: then the question that it led to has it. */
function useFocusKept(shown: string) {
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

/** A question's heading, or the first field of its form. */
const QUESTION = 'h3[tabindex], form :is(input, select, textarea)'

type QuestionsProps = {
  api: ApiClient
  appointment: ClinicAppointment
  before: ClinicAppointment | undefined
  timeZone: string
  snapshot: Snapshot
  send: Send
}

function Questions(props: QuestionsProps) {
  const { api, appointment, timeZone, snapshot, send } = props
  const { reason } = snapshot.context
  const why = reason && <FormAlert look="banner-warning">{reason}</FormAlert>
  if (snapshot.matches('open')) return why
  const { action, change, refusedFields } = snapshot.context
  if (snapshot.matches('choosingOutcomes')) {
    return (
      <CompleteForm
        offered={appointment.offered_outcomes}
        chosen={action?.kind === 'complete' ? action.outcomeIds : []}
        error={refusedFields['outcome_ids']?.join('. ')}
        alert={why}
        onComplete={(outcomeIds) => send({ type: 'completing.confirmed', outcomeIds })}
        onLeave={() => send({ type: 'asking.dropped' })}
      />
    )
  }
  if (snapshot.matches('askingNotes')) {
    return (
      <CancelForm
        entered={action?.kind === 'cancel' ? action.notes : ''}
        alert={why}
        onCancel={(notes) => send({ type: 'cancelling.confirmed', notes })}
        onLeave={() => send({ type: 'asking.dropped' })}
      />
    )
  }
  if (snapshot.matches('askingReason')) {
    return (
      <CorrectForm
        appointment={appointment}
        entered={action?.kind === 'reinstate' ? action.reason : ''}
        alert={why}
        onCorrect={(reason) => send({ type: 'correcting.confirmed', reason })}
        onLeave={() => send({ type: 'asking.dropped' })}
      />
    )
  }
  if (snapshot.matches('choosingTime')) {
    return (
      <RescheduleForm
        api={api}
        appointment={appointment}
        timeZone={timeZone}
        requested={action?.kind === 'reschedule' ? action : null}
        onMove={(move) => send({ type: 'rescheduling.confirmed', ...move })}
        onLeave={() => send({ type: 'asking.dropped' })}
        alert={why}
      />
    )
  }
  if (snapshot.matches('confirmingSite') && action?.kind === 'reschedule' && action.crossing) {
    return (
      <SiteQuestionSection
        who={appointment.patient.full_name}
        crossing={action.crossing}
        onConfirmed={() => send({ type: 'site.confirmed' })}
        onAbandoned={() => send({ type: 'asking.dropped' })}
      />
    )
  }
  if (snapshot.matches('choosingWhat')) {
    return (
      <ChangeForm
        api={api}
        appointment={appointment}
        requested={action?.kind === 'change' ? action.requested : {}}
        onChange={(requested) => send({ type: 'changing.confirmed', requested })}
        onLeave={() => send({ type: 'asking.dropped' })}
        alert={why}
      />
    )
  }
  if (snapshot.matches('changed')) {
    return (
      <StaleAppointment
        change={change}
        before={props.before}
        now={appointment}
        timeZone={timeZone}
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
