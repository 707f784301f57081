import { skipToken, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { Appointment } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import type { manageAppointmentMachine } from '#machines/manage-appointment.machine.ts'
import { listen } from '../session/tab-channel.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/FormAlert.tsx'
import { Loading } from '../ui/Loading.tsx'
import { appointmentKey } from './appointment-key.ts'
import { branchPageOf } from './branch-of-site.ts'
import { StepHeading } from './StepHeading.tsx'
import { AppointmentQrCode } from './views/AppointmentQrCode.tsx'
import { AppointmentSummary } from './views/AppointmentSummary.tsx'
import { CancelAppointment } from './views/CancelAppointment.tsx'
import { KeepAppointment } from './views/KeepAppointment.tsx'
import { NextSteps } from './views/NextSteps.tsx'

type Machine = typeof manageAppointmentMachine
type ManageFlowProps = {
  id: number
  isSignedIn: boolean
  settings: PublicSettings
  machine: Machine
  /** Absolute address, a guest's with the token; asked for once the appointment is found. */
  manageUrl: () => string
  /** Whether that address needs nobody to be signed in. */
  isOpenToAll: () => boolean
}

/** The appointment as it stands, and what can still be done about it. */
export function ManageFlow({
  id,
  isSignedIn,
  settings,
  machine,
  manageUrl,
  isOpenToAll,
}: ManageFlowProps) {
  const [snapshot, send] = useMachine(machine)
  // The flow's actors put it there.
  const { data: appointment } = useQuery<Appointment>({
    queryKey: appointmentKey(id),
    queryFn: skipToken,
  })
  useEffect(() => {
    const restored = () => send({ type: 'connection.restored' })
    addEventListener('online', restored)
    return () => removeEventListener('online', restored)
  }, [send])
  useEffect(
    () =>
      listen(({ type }) => {
        if (type === 'signed-in') send({ type: 'loading.retried' })
      }),
    [send],
  )
  const { timeZone } = settings
  const isHidden = snapshot.matches('notFound') || snapshot.matches('signedOut')
  const isAsking =
    snapshot.matches('confirmingCancellation') ||
    snapshot.matches('cancelling') ||
    snapshot.matches('cancelFailed')
  return (
    <div className="flex flex-col gap-6">
      <StepHeading
        heading={headingOf(snapshot, appointment)}
        caption={
          appointment && !isHidden
            ? `${appointment.appointment_type.name}, ${formatDateTime(appointment.start, timeZone)}`
            : settings.productName
        }
        productName={settings.productName}
        isInterrupted={false}
      />
      {snapshot.matches('loading') && <Loading label="Looking up your appointment" />}
      {snapshot.matches('loadFailed') && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not reach the service. Your appointment has not changed.</p>
          <Button onClick={() => send({ type: 'loading.retried' })}>Try again</Button>
        </section>
      )}
      {snapshot.matches('signedOut') && (
        <section className="flex flex-col items-start gap-4">
          <p>You are no longer signed in. Your appointment has not changed.</p>
          <SignInLink id={id} look="button button-primary" />
        </section>
      )}
      {snapshot.matches('notFound') && (
        <p>
          The link may be incomplete or no longer valid. Use the whole link from your confirmation,
          or{' '}
          <a className="link" href="/contact">
            contact a branch
          </a>
          .
        </p>
      )}
      {snapshot.matches('notFound') && !isSignedIn && (
        <p>
          If you booked while you were signed in, <SignInLink id={id} look="link" /> to see it.
        </p>
      )}
      {snapshot.matches('tooLate') && (
        <p>
          {isAhead(appointment)
            ? 'This appointment starts too soon to be cancelled here. Contact the branch.'
            : 'This appointment has begun or is over, so it cannot be cancelled here any more.'}
        </p>
      )}
      {snapshot.matches('cancelled') && (
        <p>
          This appointment is cancelled, and its time is free for somebody else.{' '}
          <a className="link" href="/services">
            Book another appointment
          </a>
        </p>
      )}
      {appointment && isAsking && (
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
      )}
      {appointment && !isAsking && !isHidden && (
        <AppointmentSummary
          appointment={appointment}
          timeZone={timeZone}
          branchPage={branchPageOf(appointment.site.slug)}
        />
      )}
      {snapshot.can({ type: 'cancellation.wanted' }) && (
        <div className="print:hidden">
          <Button look="danger" onClick={() => send({ type: 'cancellation.wanted' })}>
            Cancel this appointment
          </Button>
        </div>
      )}
      {appointment && snapshot.matches('showing') && (
        <>
          <NextSteps appointment={appointment} />
          <KeepAppointment
            appointment={appointment}
            productName={settings.productName}
            manageUrl={manageUrl()}
            isOpenToAll={isOpenToAll()}
            isHere
          />
          <AppointmentQrCode manageUrl={manageUrl()} />
        </>
      )}
    </div>
  )
}

/** The header's script makes it a popup, after which the page goes on. */
function SignInLink({ id, look }: { id: number; look: string }) {
  const href = `/login?${new URLSearchParams({ redirect: `/appointments/${id}` })}`
  return (
    <a className={look} href={href} data-session="sign-in">
      {look === 'link' ? 'sign in' : 'Sign in'}
    </a>
  )
}

const isAhead = (appointment: Appointment | undefined) =>
  appointment?.status === 'booked' && Date.parse(appointment.start) > Date.now()

function headingOf(snapshot: SnapshotFrom<Machine>, appointment: Appointment | undefined): string {
  if (snapshot.matches('notFound')) return 'We could not find this appointment'
  if (snapshot.matches('signedOut')) return 'Sign in to see your appointment'
  if (snapshot.matches('cancelled')) return 'Your appointment is cancelled'
  if (snapshot.matches('tooLate')) {
    return isAhead(appointment) ? 'It is too late to cancel here' : 'This appointment is over'
  }
  if (snapshot.matches('confirmingCancellation') || snapshot.matches('cancelling'))
    return 'Cancel your appointment'
  if (snapshot.matches('cancelFailed')) return 'Cancel your appointment'
  return 'Your appointment'
}
