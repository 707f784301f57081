import type { Appointment } from '#lib/contract/booking.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/FormAlert.tsx'
import { Loading } from '../ui/Loading.tsx'
import type { ManagedAppointment } from './use-managed-appointment.ts'
import { CancelAppointment } from './views/CancelAppointment.tsx'

/** While the appointment is looked up, and when that could not be. */
export function AppointmentLookUp({ snapshot, send }: Omit<ManagedAppointment, 'appointment'>) {
  if (snapshot.matches('loading')) return <Loading label="Looking up your appointment" />
  if (!snapshot.matches('loadFailed')) return null
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>We could not reach the service. Your appointment has not changed.</p>
      <Button onClick={() => send({ type: 'loading.retried' })}>Try again</Button>
    </section>
  )
}

type CancellationQuestionProps = Omit<ManagedAppointment, 'appointment'> & {
  appointment: Appointment
  timeZone: string
}

/** The question whether to cancel, with what became of the last answer. */
export function CancellationQuestion(props: CancellationQuestionProps) {
  const { appointment, snapshot, send, timeZone } = props
  return (
    <CancelAppointment
      appointment={appointment}
      timeZone={timeZone}
      pending={snapshot.matches('cancelling')}
      initialNotes={snapshot.context.notes}
      serverErrors={snapshot.context.refusedFields}
      onConfirm={(notes) => send({ type: 'cancellation.confirmed', notes })}
      onKeep={() => send({ type: 'cancellation.dropped' })}
      alert={
        snapshot.matches('cancelFailed') && (
          <FormAlert look="banner-danger">
            We could not reach the service, so we do not know whether your appointment was
            cancelled. It is safe to try again.
          </FormAlert>
        )
      }
    />
  )
}
