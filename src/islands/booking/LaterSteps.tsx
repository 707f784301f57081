import { Loading } from '../ui/Loading.tsx'
import { isAnythingEntered } from './booking-draft.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { ForgetEntered } from './ForgetEntered.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import type { StepProps } from './step-props.ts'
import { HoldExpiredNotice, RefusedNotice, ResumeNotice } from './views/notices.tsx'

/** The steps after the choice of a time, and what may interrupt them. */
export default function LaterSteps(step: StepProps) {
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
          site: chosen.site.name,
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
