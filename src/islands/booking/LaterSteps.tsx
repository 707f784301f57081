import { type ReactNode, useState } from 'react'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { isAnythingEntered } from './booking-draft.ts'
import { useHoldRefusalReason } from './choose/hold-refusal-reason.ts'
import { HoldExpiredNotice, ResumeNotice, SignedOutNotice } from './choose/later-notices.tsx'
import { RefusedNotice } from './choose/notices.tsx'
import { ReviewStep } from './confirm/ReviewStep.tsx'
import { ClashStep } from './details/ClashStep.tsx'
import { DetailsStep } from './details/DetailsStep.tsx'
import { formatSlotPlace } from './format-slot-place.ts'
import { StartAgain } from './StartAgain.tsx'
import { StartAgainQuestion } from './StartAgainQuestion.tsx'
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
