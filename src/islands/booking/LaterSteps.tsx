import { type ReactNode, useState } from 'react'
import { formatTime } from '#lib/format-date-time.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { isAnythingEntered } from './booking-draft.ts'
import { HoldExpiredNotice, ResumeNotice, SignedOutNotice } from './choose/later-notices.tsx'
import { RefusedNotice } from './choose/notices.tsx'
import { useWhyNotHeld } from './choose/why-not-held.ts'
import { submitBooking } from './confirm/book-appointment.ts'
import { ReviewStep } from './confirm/ReviewStep.tsx'
import { checkBooker, saveBooker } from './details/booker-calls.ts'
import { ClashStep } from './details/ClashStep.tsx'
import { DetailsStep } from './details/DetailsStep.tsx'
import { findClash, takenBy } from './details/own-bookings.ts'
import { slotPlaceOf } from './place-of.ts'
import { StartAgain } from './StartAgain.tsx'
import { StartAgainQuestion } from './StartAgainQuestion.tsx'
import type { StepProps } from './step-props.ts'

/** What the flow does only once it is here. */
export const checkoutActors = {
  bookAppointment: submitBooking,
  checkBooker,
  findClash,
  saveBooker,
  takenBy,
}

/** The steps after the choice of a time, and what may interrupt them. */
export default function LaterSteps(step: StepProps) {
  const { takenFrom } = step.deps.drafts.read()
  const isWaiting = ['details', 'review', 'expired'].includes(step.screen)
  return (
    <>
      <div role="status" className="empty:hidden">
        {takenFrom && isWaiting && <p className="banner">{nowBookingAs[takenFrom]}</p>}
      </div>
      <LaterStep {...step} />
    </>
  )
}

const nowBookingAs = {
  guest: 'You are signed in. We have filled in your account details.',
  person: 'You are booking as a guest. This appointment will not appear in your account.',
}

function LaterStep(step: StepProps) {
  const { actor, snapshot, settings, service, screen } = step
  const { timeZone } = settings
  const { chosen, notice, attempt } = snapshot.context
  const heldTime = chosen ? formatTime(chosen.start, timeZone) : 'this time'
  const whyNotHeld = useWhyNotHeld(notice, heldTime)
  if (screen === 'details') return <DetailsStep {...step} />
  if (screen === 'review') return <ReviewStep {...step} />
  if (screen === 'warned') return <ClashStep {...step} />
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
        onGuest={() => actor.send({ type: 'viewer.changed', viewer: null })}
      />
    )
  if (screen === 'refused')
    return (
      <ConfirmFirst {...step} onStartAgain={() => actor.send({ type: 'booking.abandoned' })}>
        {(onStartAgain) => <Refused {...step} onStartAgain={onStartAgain} />}
      </ConfirmFirst>
    )
  if (!chosen) return null
  if (screen === 'asking')
    return (
      <ConfirmFirst {...step} onStartAgain={() => actor.send({ type: 'draft.discarded' })}>
        {(onStartAgain) => (
          <ResumeNotice
            slot={{
              service: service.name,
              duration: service.duration,
              start: chosen.start,
              place: slotPlaceOf(chosen.site, step.addresses),
            }}
            timeZone={timeZone}
            mayBeBooked={attempt !== null}
            pending={snapshot.matches('checkingHold')}
            problem={whyNotHeld}
            onContinue={() => actor.send({ type: 'draft.continued' })}
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
        isEntered={isAnythingEntered(step.deps.drafts.read())}
        pending={snapshot.matches('holdingSlot')}
        onHoldAgain={() => actor.send({ type: 'hold.renewed' })}
        onChooseAnother={() => actor.send({ type: 'time.changed' })}
      />
      <StartAgain {...step} />
    </div>
  )
}

type ConfirmFirstProps = StepProps & {
  onStartAgain: () => void
  /** The notice, given what its button does. */
  children: (ask: () => void) => ReactNode
}

/** A notice that offers to start again: the question takes its place. */
function ConfirmFirst({ onStartAgain, children, ...step }: ConfirmFirstProps) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) return children(() => setAsked(true))
  return <StartAgainQuestion {...step} onStartAgain={onStartAgain} onKeep={() => setAsked(false)} />
}

function Refused({ actor, snapshot, onStartAgain }: StepProps & { onStartAgain: () => void }) {
  return (
    <RefusedNotice
      heading="We could not book this appointment"
      reason={snapshot.context.refusal ?? ''}
      actions={[
        { label: 'Choose another time', onSelect: () => actor.send({ type: 'time.changed' }) },
        {
          label: 'Change your details',
          onSelect: () => actor.send({ type: 'details.edited', question: 'first_name' }),
        },
        { label: 'Start again', onSelect: onStartAgain },
      ]}
    />
  )
}
