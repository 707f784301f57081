import { Loading } from '../ui/Loading.tsx'
import { bookAppointment } from './book-appointment.ts'
import { isAnythingEntered } from './booking-draft.ts'
import { placeOf } from './branch-of-site.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { ForgetEntered } from './ForgetEntered.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { checkPerson, savePerson } from './signed-in-booking.actors.ts'
import type { StepProps } from './step-props.ts'
import { HoldExpiredNotice, ResumeNotice, SignedOutNotice } from './views/later-notices.tsx'
import { RefusedNotice } from './views/notices.tsx'

/** What the flow does only once it is here. */
export const laterActors = { bookAppointment, checkPerson, savePerson }

/** The steps after the choice of a time, and what may interrupt them. */
export default function LaterSteps(step: StepProps) {
  const { takenFrom } = step.outside.drafts.read()
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
  guest: 'You are signed in now and book as yourself, with the details of your account.',
  person: 'You book as a guest now. This appointment will not be among those of your account.',
}

function LaterStep(step: StepProps) {
  const { actor, snapshot, settings, service, screen } = step
  const { timeZone } = settings
  const { chosen, refusal } = snapshot.context
  if (screen === 'details') return <DetailsStep {...step} />
  if (screen === 'review') return <ReviewStep {...step} />
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
      <RefusedNotice
        heading="We could not book this appointment"
        reason={refusal ?? ''}
        actions={[
          { label: 'Choose another time', onSelect: () => actor.send({ type: 'time.changed' }) },
          { label: 'Change your details', onSelect: () => actor.send({ type: 'details.edited' }) },
          { label: 'Start again', onSelect: () => actor.send({ type: 'booking.abandoned' }) },
        ]}
      />
    )
  if (!chosen) return null
  if (screen === 'asking')
    return (
      <ResumeNotice
        slot={{
          service: service.name,
          duration: service.duration,
          start: chosen.start,
          place: placeOf(chosen.site),
        }}
        timeZone={timeZone}
        mayBeBooked={!snapshot.can({ type: 'draft.discarded' })}
        onContinue={() => actor.send({ type: 'draft.continued' })}
        onStartAgain={() => actor.send({ type: 'draft.discarded' })}
      />
    )
  return (
    <div className="flex flex-col gap-6">
      <HoldExpiredNotice
        start={chosen.start}
        timeZone={timeZone}
        isEntered={isAnythingEntered(step.outside.drafts.read())}
        pending={snapshot.matches('holdingSlot')}
        onHoldAgain={() => actor.send({ type: 'hold.renewed' })}
        onChooseAnother={() => actor.send({ type: 'time.changed' })}
      />
      <ForgetEntered actor={actor} snapshot={snapshot} />
    </div>
  )
}
