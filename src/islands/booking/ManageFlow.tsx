import type { Appointment } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import type { manageAppointmentMachine } from '#machines/manage-appointment.machine.ts'
import { Button } from '../ui/Button.tsx'
import { branchPageOf } from './branch-of-site.ts'
import { AppointmentLookUp, CancellationQuestion } from './ManagedAppointmentParts.tsx'
import { StepHeading } from './StepHeading.tsx'
import {
  isAskingToCancel,
  type ManagedAppointment,
  useManagedAppointment,
} from './use-managed-appointment.ts'
import { AppointmentQrCode } from './views/AppointmentQrCode.tsx'
import { AppointmentSummary } from './views/AppointmentSummary.tsx'
import { KeepAppointment } from './views/KeepAppointment.tsx'
import { NextSteps } from './views/NextSteps.tsx'

type ManageFlowProps = {
  id: number
  isSignedIn: boolean
  settings: PublicSettings
  machine: typeof manageAppointmentMachine
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
  const { appointment, snapshot, send } = useManagedAppointment(machine, id)
  const { timeZone } = settings
  const isHidden = snapshot.matches('notFound') || snapshot.matches('signedOut')
  const isAsking = isAskingToCancel(snapshot)
  return (
    <div className="flex flex-col gap-6">
      <StepHeading
        heading={headingOf({ snapshot, appointment })}
        caption={
          appointment && !isHidden
            ? `${appointment.appointment_type.name}, ${formatDateTime(appointment.start, timeZone)}`
            : settings.productName
        }
        productName={settings.productName}
        isInterrupted={false}
      />
      <AppointmentLookUp snapshot={snapshot} send={send} />
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
        <CancellationQuestion
          appointment={appointment}
          snapshot={snapshot}
          send={send}
          timeZone={timeZone}
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

function headingOf({ snapshot, appointment }: Omit<ManagedAppointment, 'send'>): string {
  if (snapshot.matches('notFound')) return 'We could not find this appointment'
  if (snapshot.matches('signedOut')) return 'Sign in to see your appointment'
  if (snapshot.matches('cancelled')) return 'Your appointment is cancelled'
  if (snapshot.matches('tooLate')) {
    return isAhead(appointment) ? 'It is too late to cancel here' : 'This appointment is over'
  }
  return isAskingToCancel(snapshot) ? 'Cancel your appointment' : 'Your appointment'
}
