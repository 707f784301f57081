import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notifications } from '../../ui/feedback/Notifications.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { CalendarAndPrint } from './CalendarAndPrint.tsx'
import type { CalendarAddress } from './own-appointment-calls.ts'

type KeepOwnAppointmentProps = {
  calendar: CalendarAddress
  manageUrl: string
  isOpenToAll: boolean
  sendsEmail: boolean
  isHere?: boolean
}

export function KeepOwnAppointment(props: KeepOwnAppointmentProps) {
  const { calendar, manageUrl, isOpenToAll, sendsEmail, isHere = false } = props
  return (
    <section aria-labelledby="keep-appointment" className="flex flex-col gap-4">
      <h2 id="keep-appointment" className="heading-2">
        {isOpenToAll ? 'Keep this link' : 'Find it again'}
      </h2>
      <p>
        {!sendsEmail && 'We do not send a confirmation by email or text. '}
        {sendsEmail && !isHere && 'If you gave us an email address, a confirmation is on its way. '}
        {isOpenToAll ? 'Keep this link' : 'Sign in at this link'}, or add the appointment to your
        calendar, to see, move or cancel the appointment later.
      </p>
      {isOpenToAll && (
        <p>
          If you lose the link, you can{' '}
          <a className="link" href="/appointments">
            find the appointment
          </a>{' '}
          with its reference, your last name and your date of birth.
        </p>
      )}
      {!isHere && (
        <p>
          <a className="link" href={manageUrl}>
            See, move or cancel this appointment
          </a>
        </p>
      )}
      <p className="hidden break-all print:block">{manageUrl}</p>
      <div className="print:hidden flex flex-wrap gap-3">
        <CopyButton label="Copy link" text={manageUrl} onCopied={() => notify('Link copied')} />
        <CalendarAndPrint calendar={calendar} />
      </div>
      <p className="hint">
        {isOpenToAll
          ? 'Anyone with the link can see, move and cancel this appointment. The link is also in the calendar entry and in the address of this page. Share them only with people you trust.'
          : 'You need to sign in to open this link.'}
      </p>
      <Notifications />
    </section>
  )
}
