import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Appointment } from '#lib/contract/booking.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { LONGEST_CANCELLATION_NOTES } from '#lib/contract/text-length.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { inSentence } from '#lib/text/label-text.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { isAskingToCancel, type ManagedAppointment } from './use-managed-appointment.ts'

export function AppointmentLookUp({
  snapshot,
  send,
}: Pick<ManagedAppointment, 'snapshot' | 'send'>) {
  if (snapshot.matches('loading')) return <Loading label="Looking up your appointment" />
  if (!snapshot.matches('loadFailed')) return null
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>We could not look up your appointment. Check your connection and try again.</p>
      <Button onClick={() => send({ type: 'loading.retried' })}>Try again</Button>
    </section>
  )
}

type MovedNoticeProps = Pick<ManagedAppointment, 'appointment' | 'snapshot'> & { timeZone: string }

export function MovedNotice({ appointment, snapshot, timeZone }: MovedNoticeProps) {
  const [isRead, setRead] = useState(false)
  const isAsking = isAskingToCancel(snapshot)
  useEffect(() => {
    if (isAsking) setRead(true)
  }, [isAsking])
  if (isRead || !appointment || !snapshot.matches('showing')) return null
  return (
    <p className="banner banner-ok">
      Your appointment has been moved to {formatDateTime(appointment.start, timeZone)},{' '}
      {appointment.site.name}.
    </p>
  )
}

type CancellationQuestionProps = Omit<ManagedAppointment, 'appointment'> & {
  appointment: Appointment
  timeZone: string
}

export function CancellationQuestion(props: CancellationQuestionProps) {
  const { appointment, snapshot, send, typedNotes, onNotesTyped, timeZone } = props
  const [before] = useState(appointment)
  const change =
    appointment.version === before.version ? null : formatChanges(before, appointment, timeZone)
  const isPending = snapshot.matches('cancelling') || snapshot.matches('checking')
  return (
    <CancelAppointment
      appointment={appointment}
      timeZone={timeZone}
      pending={isPending}
      {...(snapshot.matches('checking') && { pendingLabel: 'Checking your appointment' })}
      initialNotes={typedNotes}
      onNotesTyped={onNotesTyped}
      serverErrors={snapshot.context.refusedFields}
      onConfirm={(notes) => send({ type: 'cancellation.confirmed', notes })}
      onKeep={() => send({ type: 'cancellation.dropped' })}
      alert={<CancellationAlert snapshot={snapshot} change={change} />}
    />
  )
}

/** Says what has changed about an appointment since the question was shown. */
function formatChanges(
  before: Appointment,
  { start, site, clinician }: Appointment,
  timeZone: string,
) {
  const isElsewhere = site.id !== before.site.id
  if (Date.parse(start) !== Date.parse(before.start))
    return `This appointment has moved to ${formatDateTime(start, timeZone)}${isElsewhere ? `, ${site.name}` : ''}.`
  if (isElsewhere) return `This appointment has moved to ${site.name}.`
  return clinician.id === before.clinician.id
    ? 'This appointment has changed.'
    : `This appointment is now with ${clinician.full_name}.`
}

type CancellationAlertProps = Pick<ManagedAppointment, 'snapshot'> & { change: string | null }

function CancellationAlert({ snapshot, change }: CancellationAlertProps) {
  if (snapshot.matches('cancelFailed'))
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if your appointment was cancelled. When the
        connection is back, we will check and show you. It is safe to try again.
      </FormAlert>
    )
  if (snapshot.matches({ confirmingCancellation: 'offline' }))
    return (
      <OfflineAlert>
        You are offline, so your appointment has not been cancelled. Try again when you have a
        connection.
      </OfflineAlert>
    )
  if (change && snapshot.matches('confirmingCancellation'))
    return <FormAlert look="banner-warn">{change} Do you still want to cancel it?</FormAlert>
  if (snapshot.matches({ confirmingCancellation: 'notCancelled' }))
    return (
      <FormAlert look="banner-warn">
        Your appointment has not been cancelled. Cancel it again if you still want to.
      </FormAlert>
    )
  return null
}

type CancelAppointmentProps = {
  appointment: Appointment
  timeZone: string
  pending: boolean
  pendingLabel?: string
  initialNotes?: string
  onNotesTyped?: (notes: string) => void
  serverErrors?: FieldErrors
  onConfirm: (notes: string) => void
  onKeep: () => void
  alert?: ReactNode
}

export function CancelAppointment(props: CancelAppointmentProps) {
  const { appointment, timeZone, pending, onConfirm, onKeep, alert } = props
  const { cancellation_notes: refused } = props.serverErrors ?? {}
  const [notes, setNotes] = useState(props.initialNotes ?? '')
  const id = useId()
  const isRefused = Boolean(refused)
  useEffect(() => {
    if (isRefused) document.getElementById(`${id}-notes`)?.focus()
  }, [isRefused, id])
  return (
    <div className="flex flex-col gap-5">
      <p>
        This will cancel your {inSentence(appointment.appointment_type.name)} at{' '}
        <strong>{formatDateTime(appointment.start, timeZone)}</strong>, {appointment.site.name}.
        Somebody else can book the time straight away. You cannot undo this.
      </p>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending && !focusTooLong(event.currentTarget)) onConfirm(notes)
        }}
      >
        <TextAreaField
          id={`${id}-notes`}
          label="Why are you cancelling?"
          optional
          limit={LONGEST_CANCELLATION_NOTES}
          error={refused?.join('. ')}
          value={notes}
          onChange={({ target }) => {
            setNotes(target.value)
            props.onNotesTyped?.(target.value)
          }}
        />
        {alert}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            look="danger"
            pending={pending}
            pendingLabel={props.pendingLabel ?? 'Cancelling'}
          >
            Cancel appointment
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onKeep}>
            Keep appointment
          </Button>
        </div>
      </form>
    </div>
  )
}
