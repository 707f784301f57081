import { useEffect } from 'react'
import { Button } from '../../ui/Button.tsx'
import { HeldTime } from '../choose/HeldTime.tsx'
import { StepLinks } from '../StepLinks.tsx'
import { useBooking } from '../use-booking.ts'
import { GuestForm } from './GuestForm.tsx'
import { SavedToRecord } from './SavedToRecord.tsx'
import { useGuestFormProps } from './use-guest-form-props.tsx'

export function DetailsStep() {
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
