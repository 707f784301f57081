import { useEffect } from 'react'
import type { DraftStore } from './booking-draft.ts'
import { HeldTime } from './HeldTime.tsx'
import { StepLinks } from './StepLinks.tsx'
import type { StepProps } from './step-props.ts'
import { useGuestFormProps } from './use-guest-form-props.tsx'
import { GuestForm } from './views/GuestForm.tsx'

/** Who the appointment is for. */
export function DetailsStep(step: StepProps) {
  const form = useGuestFormProps(step)
  useLeaveWarning(step.outside.drafts)
  if (!form) return null
  return (
    <div className="flex flex-col gap-6">
      <GuestForm {...form}>
        <HeldTime {...step} />
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
