import { type ReactNode, useEffect, useState } from 'react'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { isAnythingEntered } from './booking-draft.ts'
import { HeldTime } from './choose/HeldTime.tsx'
import { useHoldRefusalReason } from './choose/hold-refusal-reason.ts'
import { ClashNotice, HoldExpiredNotice, ResumeNotice } from './choose/later-notices.tsx'
import { NoticeBanner, RefusedNotice } from './choose/notices.tsx'
import { ReviewStep } from './confirm/ReviewStep.tsx'
import { GuestForm } from './details/GuestForm.tsx'
import { SavedToRecord } from './details/SavedToRecord.tsx'
import { useBookForOther } from './details/use-book-for-other.ts'
import { useGuestFormProps } from './details/use-guest-form-props.tsx'
import { formatSlotPlace } from './format-slot-place.ts'
import { StartAgain } from './StartAgain.tsx'
import { StartAgainQuestion } from './StartAgainQuestion.tsx'
import { StepLinks } from './StepLinks.tsx'
import { useBooking } from './use-booking.ts'

export default function LaterSteps() {
  const { screen, data } = useBooking()
  const { takenFrom, isForOther } = data.draft
  const isWaiting = ['details', 'review', 'expired'].includes(screen)
  return (
    <>
      <div role="status" className="empty:hidden">
        {takenFrom && isWaiting && (
          <p className="banner">{nowBookingAs[isForOther ? 'other' : takenFrom]}</p>
        )}
      </div>
      <LaterStep />
    </>
  )
}

const nowBookingAs = {
  guest: 'You are signed in. We have filled in your account details.',
  other: 'You are booking for somebody else. This appointment will not appear in your account.',
  person: 'You are booking as a guest. This appointment will not appear in your account.',
}

function LaterStep() {
  const { screen, data, send, page } = useBooking()
  const { service, addresses } = page
  const { timeZone } = page.settings
  const { chosen, notice, started, isHolding } = data
  const heldTime = chosen ? formatTime(chosen.start, timeZone) : 'this time'
  const holdRefusal = useHoldRefusalReason(notice, heldTime)
  if (screen === 'details') return <DetailsStep />
  if (screen === 'review') return <ReviewStep />
  if (screen === 'warned') return <ClashStep />
  if (screen === 'lookingUp') return <Loading label="Looking up your details" />
  if (screen === 'withdrawn')
    return (
      <p>
        It may have been changed while you were here. Nothing has been booked.{' '}
        <a className="link" href="/services">
          Find another service
        </a>
      </p>
    )
  if (screen === 'signedOut')
    return (
      <SignedOutNotice
        signInHref={`/login?${new URLSearchParams({ redirect: location.pathname + location.search })}`}
        onGuest={() => send({ type: 'viewer.changed', viewer: null })}
      />
    )
  if (screen === 'refused')
    return (
      <ConfirmFirst onStartAgain={() => send({ type: 'booking.abandoned' })}>
        {(onStartAgain) => <Refused onStartAgain={onStartAgain} />}
      </ConfirmFirst>
    )
  if (!chosen) return null
  if (screen === 'asking')
    return (
      <ConfirmFirst onStartAgain={() => send({ type: 'draft.discarded' })}>
        {(onStartAgain) => (
          <ResumeNotice
            slot={{
              service: service.name,
              duration: service.duration,
              start: chosen.start,
              place: formatSlotPlace(chosen.site, addresses),
            }}
            timeZone={timeZone}
            mayBeBooked={started.attempt !== null}
            pending={isHolding}
            problem={holdRefusal}
            onContinue={() => send({ type: 'draft.continued' })}
            onStartAgain={onStartAgain}
          />
        )}
      </ConfirmFirst>
    )
  return (
    <div className="flex flex-col gap-6">
      <HoldExpiredNotice
        start={chosen.start}
        timeZone={timeZone}
        isEntered={isAnythingEntered(data.draft)}
        pending={isHolding}
        onHoldAgain={() => send({ type: 'hold.renewed' })}
        onChooseAnother={() => send({ type: 'time.changed' })}
      />
      <StartAgain />
    </div>
  )
}

type ConfirmFirstProps = {
  onStartAgain: () => void
  children: (ask: () => void) => ReactNode
}

function ConfirmFirst({ onStartAgain, children }: ConfirmFirstProps) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) return children(() => setAsked(true))
  return <StartAgainQuestion onStartAgain={onStartAgain} onKeep={() => setAsked(false)} />
}

function Refused({ onStartAgain }: { onStartAgain: () => void }) {
  const { data, send } = useBooking()
  return (
    <RefusedNotice
      heading="We could not book this appointment"
      reason={data.checkout?.refusal ?? ''}
      actions={[
        { label: 'Choose another time', onSelect: () => send({ type: 'time.changed' }) },
        {
          label: 'Change your details',
          onSelect: () => send({ type: 'details.edited', question: 'first_name' }),
        },
        { label: 'Start again', onSelect: onStartAgain },
      ]}
    />
  )
}

/** It comes before the form: the person has booked the same already, or something else then. */
function ClashStep() {
  const { data, send, page } = useBooking()
  const forOther = useBookForOther()
  const clash = data.checkout?.clash
  if (!clash) return null
  return (
    <div className="flex flex-col gap-6">
      <HeldTime />
      <ClashNotice
        clash={clash}
        timeZone={page.settings.timeZone}
        onContinue={() => send({ type: 'clash.accepted' })}
        onForOther={() => {
          if (forOther.isOffered) return forOther.start()
          page.deps.session.forget()
          send({ type: 'clash.accepted' })
        }}
        onChooseAnother={() => send({ type: 'time.changed' })}
      />
      <StartAgain />
    </div>
  )
}

function DetailsStep() {
  const { data, send } = useBooking()
  const form = useGuestFormProps()
  useLeaveWarning(data.draft.details !== null)
  if (data.checkout?.form?.state === 'checkFailed')
    return (
      <div className="flex flex-col gap-6">
        <HeldTime />
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not look up your details. We are still holding your time.</p>
          <Button onClick={() => send({ type: 'check.retried' })}>Try again</Button>
        </section>
        <StepLinks />
      </div>
    )
  if (!form) return null
  return (
    <div className="flex flex-col gap-6">
      <GuestForm {...form}>
        <HeldTime />
        <SavedToRecord />
      </GuestForm>
      <StepLinks />
    </div>
  )
}

function useLeaveWarning(isStarted: boolean) {
  useEffect(() => {
    if (!isStarted) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isStarted])
}

type SignedOutNoticeProps = { signInHref: string; onGuest: () => void }

/** Nothing is sent for somebody who is not there. The header's script makes the link a popup. */
function SignedOutNotice({ signInHref, onGuest }: SignedOutNoticeProps) {
  return (
    <NoticeBanner
      look="banner-warn"
      heading="Nothing is booked yet"
      actions={
        <>
          <a className="button button-primary" href={signInHref} data-session="sign-in">
            Sign in
          </a>
          <Button look="secondary" onClick={onGuest}>
            Continue as a guest
          </Button>
        </>
      }
    >
      <p>
        Everything you entered is still here. Sign in again to book with your account, or continue
        as a guest.
      </p>
    </NoticeBanner>
  )
}
