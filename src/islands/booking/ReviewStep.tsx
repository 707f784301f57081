import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { FormAlert } from '../ui/FormAlert.tsx'
import { newIdempotencyKey } from './book-appointment.ts'
import { placeOf } from './branch-of-site.ts'
import { answersOf } from './guest-answers.ts'
import { HeldTime } from './HeldTime.tsx'
import { SavedToRecord } from './SavedToRecord.tsx'
import { StepLinks } from './StepLinks.tsx'
import type { StepProps } from './step-props.ts'
import { useGuestFormProps } from './use-guest-form-props.tsx'
import { GuestUserDialog } from './views/GuestUserDialog.tsx'
import { ConnectionLostNotice } from './views/later-notices.tsx'
import { ReviewBooking } from './views/ReviewBooking.tsx'

/** Everything once more, then the one request that books. */
export function ReviewStep(step: StepProps) {
  const { actor, snapshot, outside, settings, service } = step
  const { chosen, guest, refusedFields } = snapshot.context
  const submission = snapshot.children.bookingSubmission
  const sending = useSelector(submission, (state) => state)
  const form = useGuestFormProps(step)
  const [notes, setNotes] = useState(outside.drafts.read().notes)
  const isNotesRefused = Boolean(refusedFields.notes)
  useEffect(() => {
    if (isNotesRefused) document.getElementById('review-notes')?.focus()
  }, [isNotesRefused])
  if (!chosen || !guest) return null

  if (sending?.context.wasLost)
    return (
      <ConnectionLostNotice
        pending={!sending.matches('connectionLost')}
        onRetry={() => submission?.send({ type: 'booking.retried' })}
      />
    )
  const isConfirming = snapshot.matches({ held: 'confirming' })
  return (
    <div className="flex flex-col gap-6">
      <ReviewBooking
        slot={{
          service: service.name,
          duration: service.duration,
          start: chosen.start,
          place: placeOf(chosen.site),
        }}
        timeZone={settings.timeZone}
        guest={answersOf(guest)}
        prebookingInfo={step.prebookingInfo}
        notes={notes}
        onNotesChange={(text) => {
          setNotes(text)
          outside.drafts.change({ notes: text })
        }}
        onChangeSlot={() => actor.send({ type: 'time.changed' })}
        onChangeGuest={() => actor.send({ type: 'details.edited' })}
        onConfirm={() =>
          actor.send({ type: 'booking.confirmed', idempotencyKey: newIdempotencyKey(), notes })
        }
        pending={isConfirming}
        serverErrors={refusedFields}
        alert={
          sending?.matches('rateLimited') && (
            <FormAlert look="banner-warning" takesFocus={false}>
              Many people are booking just now. We will send your booking by ourselves in{' '}
              {sending.context.waitSeconds} seconds.
            </FormAlert>
          )
        }
      >
        {!isConfirming && <HeldTime {...step} />}
      </ReviewBooking>
      <StepLinks {...step} />
      {form && (
        <GuestUserDialog {...form} open onClose={() => actor.send({ type: 'details.kept' })}>
          <HeldTime {...step} />
          <SavedToRecord {...step} />
        </GuestUserDialog>
      )}
    </div>
  )
}
