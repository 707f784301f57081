import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { BookingClash } from '#machines/booking/booking.types.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import type { SlotSummary } from '../format-slot-place.ts'
import { NoticeBanner } from './notices.tsx'

type HoldExpiredNoticeProps = {
  start: string
  timeZone: string
  isEntered: boolean
  pending: boolean
  onHoldAgain: () => void
  onChooseAnother: () => void
}

export function HoldExpiredNotice(props: HoldExpiredNoticeProps) {
  const { start, timeZone, isEntered, pending, onHoldAgain, onChooseAnother } = props
  return (
    <NoticeBanner
      look="banner-warn"
      heading="It may still be available"
      actions={
        <>
          <Button pending={pending} pendingLabel="Checking this time" onClick={onHoldAgain}>
            Try to get this time back
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onChooseAnother}>
            Choose another time
          </Button>
        </>
      }
    >
      <p>
        We were holding {formatDateTime(start, timeZone)} for you. Nothing is booked yet.{' '}
        {isEntered && 'Everything you entered is kept.'}
      </p>
    </NoticeBanner>
  )
}

type ConnectionLostNoticeProps = {
  pending: boolean
  waitSeconds: number | null
  isSentAgain: boolean
  onRetry: () => void
}

/** No answer came. The idempotency key makes sending again safe. */
export function ConnectionLostNotice(props: ConnectionLostNoticeProps) {
  const { pending, waitSeconds, isSentAgain, onRetry } = props
  return (
    <NoticeBanner
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
        booked twice.{' '}
        {isSentAgain &&
          'If the connection is back while we are holding your time, we will try again automatically.'}
      </p>
      {waitSeconds !== null && (
        <FormAlert look="banner-warn" takesFocus={false}>
          We are very busy at the moment. We will send your booking automatically in {waitSeconds}{' '}
          seconds.
        </FormAlert>
      )}
    </NoticeBanner>
  )
}

type ClashNoticeProps = {
  clash: BookingClash
  timeZone: string
  onContinue: () => void
  onForOther: () => void
  onChooseAnother: () => void
}

/** An appointment of one's own, or of whom this tab has booked for, speaks against it. */
export function ClashNotice(props: ClashNoticeProps) {
  const { clash, timeZone, onContinue, onForOther, onChooseAnother } = props
  const { booking, canContinue, isForOthersOnly } = clash
  const isGuest = booking.patient !== null
  return (
    <NoticeBanner
      look="banner-warn"
      heading={clashHeading(clash)}
      actions={
        <>
          <a className="button button-primary" href={`/appointments/${booking.id}`}>
            {isGuest ? 'See the appointment' : 'See your appointment'}
          </a>
          <Button look="secondary" onClick={onChooseAnother}>
            Choose another time
          </Button>
          {canContinue && !isForOthersOnly && (
            <Button look="secondary" onClick={onContinue}>
              Book this as well
            </Button>
          )}
          <Button look="secondary" onClick={onForOther}>
            This is for somebody else
          </Button>
        </>
      }
    >
      <p>
        {isGuest ? 'The' : 'Your'} appointment for {booking.service} is at{' '}
        <strong>{formatDateTime(booking.start, timeZone)}</strong>, {booking.site}.
      </p>
    </NoticeBanner>
  )
}

function clashHeading({ reason, booking: { patient } }: ClashNoticeProps['clash']): string {
  if (reason === 'sameTime') {
    return patient
      ? `${patient} has an appointment at this time`
      : 'You already have an appointment at this time'
  }
  return patient
    ? `${patient} has already booked this service`
    : 'You have already booked this service'
}

type ResumeNoticeProps = {
  slot: SlotSummary
  timeZone: string
  mayBeBooked: boolean
  pending: boolean
  problem: string | null
  onContinue: () => void
  onStartAgain: () => void
}

export function ResumeNotice(props: ResumeNoticeProps) {
  const { slot, timeZone, mayBeBooked, pending, problem, onContinue, onStartAgain } = props
  const what = `${slot.service} at ${formatDateTime(slot.start, timeZone)}, ${slot.place[0]}`
  if (mayBeBooked)
    return (
      <NoticeBanner
        heading="You may already have booked"
        actions={<Button onClick={onContinue}>Finish booking</Button>}
      >
        <p>
          You confirmed {what}, but we did not get an answer. Finish booking now: you will not be
          booked twice.
        </p>
      </NoticeBanner>
    )
  return (
    <NoticeBanner
      heading="You have not finished booking"
      actions={
        <>
          <Button pending={pending} pendingLabel="Checking your time" onClick={onContinue}>
            Continue
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onStartAgain}>
            Start again
          </Button>
        </>
      }
    >
      <p>You were booking {what}.</p>
      {problem && !pending && <FormAlert look="banner-danger">{problem}</FormAlert>}
    </NoticeBanner>
  )
}
