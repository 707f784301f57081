import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { DraftStore } from '../booking-draft.ts'
import { HeldTime } from '../choose/HeldTime.tsx'
import { StepLinks } from '../StepLinks.tsx'
import type { StepProps } from '../step-props.ts'
import { GuestForm } from './GuestForm.tsx'
import { SavedToRecord } from './SavedToRecord.tsx'
import { useGuestFormProps } from './use-guest-form-props.tsx'

/** Who the appointment is for. */
export function DetailsStep(step: StepProps) {
  const form = useGuestFormProps(step)
  useLeaveWarning(step.deps.drafts)
  const child = step.snapshot.children.guestBooking
  const isUnknown = useSelector(child, (state) => state?.matches('checkFailed') ?? false)
  if (isUnknown)
    return (
      <div className="flex flex-col gap-6">
        <HeldTime {...step} />
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not look up your details. We are still holding your time.</p>
          <Button onClick={() => child?.send({ type: 'check.retried' })}>Try again</Button>
        </section>
        <StepLinks {...step} />
      </div>
    )
  if (!form) return null
  return (
    <div className="flex flex-col gap-6">
      <GuestForm {...form}>
        <HeldTime {...step} />
        <SavedToRecord {...step} />
      </GuestForm>
      <StepLinks {...step} />
    </div>
  )
}

/** The browser asks before a half-filled form is left. */
function useLeaveWarning(drafts: DraftStore) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (drafts.read().details) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [drafts])
}
