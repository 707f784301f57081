import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatDateTime } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import type {
  ConnectionLostNoticeProps,
  HoldExpiredNoticeProps,
  RefusedNoticeProps,
  ResumeNoticeProps,
  SlotTakenNoticeProps,
} from './view-props.ts'

type NoticeProps = {
  look?: 'banner-warning' | 'banner-danger'
  heading: string
  children: ReactNode
  /** The ways forward. */
  actions: ReactNode
}

/** What happened and the way forward. Takes the focus: the step it interrupts has gone. */
function Notice({ look, heading, children, actions }: NoticeProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      className={`banner ${look ?? ''} flex flex-col gap-3`}
    >
      <h2 id={id} className="heading-3">
        {heading}
      </h2>
      {children}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </section>
  )
}

/** Somebody else was quicker. */
export function SlotTakenNotice(props: SlotTakenNoticeProps) {
  const { start, timeZone, isEntered, onChooseAnother } = props
  return (
    <Notice
      look="banner-warning"
      heading="This time has just been taken"
      actions={<Button onClick={onChooseAnother}>Choose another time</Button>}
    >
      <p>
        Somebody else has taken {formatDateTime(start, timeZone)}.{' '}
        {isEntered && 'Everything you entered is kept.'}
      </p>
    </Notice>
  )
}

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

/** The service said no, and why. */
export function RefusedNotice({ heading, reason, actions }: RefusedNoticeProps) {
  return (
    <Notice
      look="banner-danger"
      heading={heading}
      actions={actions.map(({ label, onSelect, pending }, index) => (
        <Button
          key={label}
          look={index === 0 ? 'primary' : 'secondary'}
          pending={pending ?? false}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    >
      <p>{reason}</p>
    </Notice>
  )
}

/** A booking that was begun before in this browser. */
export function ResumeNotice(props: ResumeNoticeProps) {
  const { slot, timeZone, mayBeBooked, onContinue, onStartAgain } = props
  const what = `${slot.service} at ${formatDateTime(slot.start, timeZone)}, ${slot.site}`
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
