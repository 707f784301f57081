import type { Appointment } from '#lib/contract/booking.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notifications } from '../../ui/Notifications.tsx'
import { notify } from '../../ui/notify.ts'
import { CalendarAndPrint } from './CalendarAndPrint.tsx'

type KeepAppointmentProps = {
  appointment: Appointment
  productName: string
  /** Absolute address at which the appointment is found and cancelled again. */
  manageUrl: string
  /** Whoever has the link can open it; otherwise only the person, signed in. */
  isOpenToAll: boolean
  /** The page is the one that the link opens. */
  isHere?: boolean
}

/** The way back to the appointment, to take away: nothing is sent to anybody. */
export function KeepAppointment(props: KeepAppointmentProps) {
  const { appointment, productName, manageUrl, isOpenToAll, isHere = false } = props
  return (
    <section aria-labelledby="keep-appointment" className="flex flex-col gap-4">
      <h2 id="keep-appointment" className="heading-2">
        {isOpenToAll ? 'Keep this link' : 'Find it again'}
      </h2>
      <p>
        We do not send an e-mail or a text.{' '}
        {isOpenToAll ? 'Keep this link' : 'Sign in at this link'}, or add the appointment to your
        calendar, to find the appointment again or to cancel it.
      </p>
      {!isHere && (
        <p>
          <a className="link" href={manageUrl}>
            Find or cancel this appointment
          </a>
        </p>
      )}
      <p className="hidden break-all print:block">{manageUrl}</p>
      <div className="print:hidden flex flex-wrap gap-3">
        <CopyButton label="Copy link" text={manageUrl} onCopied={() => notify('Link copied')} />
        <CalendarAndPrint
          appointment={appointment}
          productName={productName}
          manageUrl={manageUrl}
        />
      </div>
      <p className="hint">
        {isOpenToAll
          ? 'Anybody who has the link can see and cancel this appointment. It is also in the calendar entry, so share both only with people you trust.'
          : 'Only you can open the link, while you are signed in.'}
      </p>
      <Notifications />
    </section>
  )
}
