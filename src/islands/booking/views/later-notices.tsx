import { formatDateTime } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from './notices.tsx'
import type {
  ConnectionLostNoticeProps,
  HoldExpiredNoticeProps,
  ResumeNoticeProps,
  SignedOutNoticeProps,
} from './view-props.ts'

/** Ten minutes are over; the time may still be free. */
export function HoldExpiredNotice(props: HoldExpiredNoticeProps) {
  const { start, timeZone, isEntered, pending, onHoldAgain, onChooseAnother } = props
  return (
    <Notice
      look="banner-warning"
      heading="Your time may still be free"
      actions={
        <>
          <Button pending={pending} pendingLabel="Asking for this time" onClick={onHoldAgain}>
            Ask for this time again
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onChooseAnother}>
            Choose another time
          </Button>
        </>
      }
    >
      <p>
        We could not keep {formatDateTime(start, timeZone)} for you any longer, and nothing has been
        booked yet. {isEntered && 'Everything you entered is kept.'}
      </p>
    </Notice>
  )
}

/** No answer came. The idempotency key makes sending again safe (design, section 3). */
export function ConnectionLostNotice({ pending, onRetry }: ConnectionLostNoticeProps) {
  return (
    <Notice
      look="banner-danger"
      heading="The connection was lost"
      actions={
        <Button pending={pending} pendingLabel="Trying again" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>
        We do not know whether your appointment was booked. It is safe to try again: you will not be
        booked twice.
      </p>
    </Notice>
  )
}

/** Nothing is sent for somebody who is not there. The header's script makes the link a popup. */
export function SignedOutNotice({ signInHref, onGuest }: SignedOutNoticeProps) {
  return (
    <Notice
      look="banner-warning"
      heading="Nothing is booked yet"
      actions={
        <>
          <a className="button button-primary" href={signInHref} data-session="sign-in">
            Sign in
          </a>
          <Button look="secondary" onClick={onGuest}>
            Go on as a guest
          </Button>
        </>
      }
    >
      <p>
        What you chose and entered is still here. Sign in again to book with your account, or go on
        without it as a guest.
      </p>
    </Notice>
  )
}

/** A booking that was begun before in this browser. */
export function ResumeNotice(props: ResumeNoticeProps) {
  const { slot, timeZone, mayBeBooked, onContinue, onStartAgain } = props
  const what = `${slot.service} at ${formatDateTime(slot.start, timeZone)}, ${slot.place[0]}`
  if (mayBeBooked)
    return (
      <Notice
        heading="You may already have booked"
        actions={<Button onClick={onContinue}>Find out</Button>}
      >
        <p>
          You confirmed {what}, but this page was closed before the answer came. Find out whether it
          is booked: you will not be booked twice.
        </p>
      </Notice>
    )
  return (
    <Notice
      heading="Continue your booking?"
      actions={
        <>
          <Button onClick={onContinue}>Continue</Button>
          <Button look="secondary" onClick={onStartAgain}>
            Start again
          </Button>
        </>
      }
    >
      <p>You were booking {what}.</p>
    </Notice>
  )
}
