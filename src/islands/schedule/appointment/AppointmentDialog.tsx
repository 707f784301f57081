import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type {
  AppointmentActionEvent,
  appointmentActionMachine,
} from '#machines/appointment-action.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { AppointmentFacts } from './AppointmentFacts.tsx'
import { appointmentActionWithActors, clinicAppointmentKey } from './appointment-action.actors.ts'
import { MoveForm } from './MoveForm.tsx'

type AppointmentDialogProps = {
  api: ApiClient
  /** The appointment's. */
  id: number
  viewer: Pick<Viewer, 'permissions'>
  timeZone: string
  /** Told of each change, such as to read the schedule anew. */
  onChanged: (appointment: ClinicAppointment) => void
  onClose: () => void
}

/** Where the record of an appointment is. */
const RECORD = '/clinic/record-details'

type Snapshot = SnapshotFrom<typeof appointmentActionMachine>
type Send = (event: AppointmentActionEvent) => void

/**
 * An appointment and what may be done about it by who looks at it: complete, did not attend, move,
 * cancel. Needs a `QueryClientProvider` around it.
 */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { api, id, viewer, timeZone, onChanged, onClose } = props
  const queries = useQueryClient()
  const [machine] = useState(() => appointmentActionWithActors({ api, queries, id, onChanged }))
  const [snapshot, send] = useMachine(machine)
  // The flow's actors put it there.
  const { data: appointment } = useQuery<ClinicAppointment>({
    queryKey: clinicAppointmentKey(id),
    queryFn: skipToken,
    gcTime: 0,
  })
  const isActing = snapshot.matches('acting') || snapshot.matches('rereading')
  const isGone = snapshot.matches('notFound') || snapshot.matches('notAllowed')
  return (
    <Dialog open title="Appointment" onClose={onClose} busy={isActing}>
      <div className="flex flex-col gap-4">
        {snapshot.matches('reading') && <Loading label="Looking up the appointment" />}
        {snapshot.matches('readFailed') && (
          <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
            <p>We could not reach the service. The appointment has not changed.</p>
            <Button onClick={() => send({ type: 'reading.retried' })}>Try again</Button>
          </section>
        )}
        {snapshot.matches('notFound') && <p role="alert">This appointment is no longer there.</p>}
        {snapshot.matches('notAllowed') && (
          <p role="alert">You may not see this appointment, or you are signed out.</p>
        )}
        {appointment && !isGone && !snapshot.matches('reading') && (
          <>
            <AppointmentFacts appointment={appointment} timeZone={timeZone} />
            <Questions {...{ api, appointment, timeZone, snapshot, send }} />
            <Actions {...{ appointment, viewer, snapshot, send, isActing }} />
          </>
        )}
      </div>
    </Dialog>
  )
}

type PartProps = { appointment: ClinicAppointment; snapshot: Snapshot; send: Send }

/** What has to be said or answered before it goes on. */
function Questions(props: PartProps & { api: ApiClient; timeZone: string }) {
  const { api, appointment, timeZone, snapshot, send } = props
  const { reason } = snapshot.context
  const why = reason && <FormAlert look="banner-warning">{reason}</FormAlert>
  if (snapshot.matches('open')) return why
  if (snapshot.matches('askingNotes')) return <CancelForm send={send} why={why} />
  if (snapshot.matches('choosingTime')) {
    return (
      <MoveForm
        api={api}
        appointment={appointment}
        timeZone={timeZone}
        onMove={(start, staffId) => send({ type: 'moving.confirmed', start, staffId })}
        onLeave={() => send({ type: 'asking.dropped' })}
        alert={why}
      />
    )
  }
  if (snapshot.matches('changed')) {
    return (
      <section role="alert" className="banner banner-warning flex flex-col items-start gap-3">
        <p>Somebody else has just changed this appointment. Above it is as it is now.</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => send({ type: 'change.accepted' })}>Go on all the same</Button>
          <Button look="secondary" onClick={() => send({ type: 'acting.dropped' })}>
            Leave it as it is
          </Button>
        </div>
      </section>
    )
  }
  if (snapshot.matches('actFailed')) {
    return (
      <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>We could not reach the service, so we do not know whether it was done.</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => send({ type: 'acting.retried' })}>Try again</Button>
          <Button look="secondary" onClick={() => send({ type: 'acting.dropped' })}>
            Look at the appointment
          </Button>
        </div>
      </section>
    )
  }
  return null
}

function CancelForm({ send, why }: { send: Send; why: ReactNode }) {
  const [notes, setNotes] = useState('')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'cancelling.confirmed', notes })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Cancel the appointment"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <TextAreaField
        id={id}
        label="Why is it cancelled?"
        hint="The patient can read this. Its time is free at once, and this cannot be undone."
        optional
        rows={3}
        maxLength={1_000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {why}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          Cancel appointment
        </Button>
        <Button look="secondary" onClick={() => send({ type: 'asking.dropped' })}>
          Keep appointment
        </Button>
      </div>
    </form>
  )
}

type ActionsProps = PartProps & { viewer: Pick<Viewer, 'permissions'>; isActing: boolean }

/** What the person may do with an appointment as it is; nothing that would only be refused. */
function Actions({ appointment, viewer, snapshot, send, isActing }: ActionsProps) {
  if (!snapshot.matches('open') && !isActing) return null
  const { status, start } = appointment
  const mayChange = viewer.permissions.includes('clinic.change_appointment')
  const mayCancel = viewer.permissions.includes('clinic.delete_appointment')
  const hasStarted = Date.parse(start) <= Date.now()
  const isBooked = status === 'booked'
  const offered = [
    mayChange &&
      hasStarted &&
      (isBooked || status === 'did_not_attend') &&
      ({ words: 'Complete', type: 'completing.chosen', look: 'primary' } as const),
    mayChange &&
      hasStarted &&
      isBooked &&
      ({ words: 'Did not attend', type: 'absence.chosen', look: 'secondary' } as const),
    mayChange && isBooked && ({ words: 'Move', type: 'moving.wanted', look: 'secondary' } as const),
    mayCancel &&
      isBooked &&
      ({ words: 'Cancel appointment', type: 'cancelling.wanted', look: 'secondary' } as const),
  ].filter((each) => each !== false)
  const history = new URLSearchParams({
    subject_type: 'appointment',
    subject_id: String(appointment.id),
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      {offered.map(({ words, type, look }, index) => (
        <Button
          key={type}
          look={look}
          pending={isActing && index === 0}
          pendingLabel="Saving"
          unavailable={isActing}
          onClick={() => send({ type })}
        >
          {words}
        </Button>
      ))}
      {location.pathname !== RECORD && (
        <a className="link" href={`${RECORD}?appointment_id=${appointment.id}`}>
          Open the record
        </a>
      )}
      {viewer.permissions.includes('admin.view_logentry') && (
        <a className="link" href={`/admin/audit?${history}`}>
          History
        </a>
      )}
    </div>
  )
}
