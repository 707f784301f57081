import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { HeldTime } from '../choose/HeldTime.tsx'
import { ConnectionLostNotice } from '../choose/later-notices.tsx'
import { GuestUserDialog } from '../details/GuestUserDialog.tsx'
import { answersOf } from '../details/guest-answers.ts'
import { guestFieldOf } from '../details/guest-validation.ts'
import { SavedToRecord } from '../details/SavedToRecord.tsx'
import { useGuestFormProps } from '../details/use-guest-form-props.tsx'
import { slotPlaceOf } from '../place-of.ts'
import { StepLinks } from '../StepLinks.tsx'
import type { StepProps } from '../step-props.ts'
import type { GuestFormProps } from '../view-props.ts'
import { newIdempotencyKey } from './book-appointment.ts'
import { ReviewBooking } from './ReviewBooking.tsx'

/** Everything once more, then the one request that books. */
export function ReviewStep(step: StepProps) {
  const { actor, snapshot, deps, settings, service } = step
  const { chosen, guest, refusedFields } = snapshot.context
  const submission = snapshot.children.bookingSubmission
  const sending = useSelector(submission, (state) => state)
  const form = useGuestFormProps(step)
  const [notes, setNotes] = useState(deps.drafts.read().notes)
  const isNotesRefused = Boolean(refusedFields.notes)
  useEffect(() => {
    if (isNotesRefused) document.getElementById('review-notes')?.focus()
  }, [isNotesRefused])
  const isUpdated = useDetailsUpdated(step)
  if (!chosen || !guest) return null

  if (sending?.context.wasLost)
    return (
      <ConnectionLostNotice
        pending={!sending.matches('connectionLost')}
        isSentAgain={snapshot.can({ type: 'connection.restored' })}
        onRetry={() => submission?.send({ type: 'booking.retried' })}
      />
    )
  const isConfirming = snapshot.matches({ held: 'confirming' })
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="visually-hidden">
        {isUpdated && 'Your details have been updated'}
      </p>
      {guest.hasBooked && !isUpdated && (
        <p className="banner">
          We have filled in your details from your last booking. If you are booking for somebody
          else, change all of them, including the NHS number and GP surgery.
        </p>
      )}
      <ReviewBooking
        slot={{
          service: service.name,
          duration: service.duration,
          start: chosen.start,
          place: slotPlaceOf(chosen.site, step.addresses),
        }}
        timeZone={settings.timeZone}
        guest={answersOf(guest)}
        prebookingInfo={step.prebookingInfo}
        notes={notes}
        onNotesChange={(text) => {
          setNotes(text)
          deps.drafts.change({ notes: text })
        }}
        onChangeSlot={() => actor.send({ type: 'time.changed' })}
        onChangeGuest={(question) => actor.send({ type: 'details.edited', question })}
        onConfirm={() =>
          actor.send({ type: 'booking.confirmed', idempotencyKey: newIdempotencyKey(), notes })
        }
        pending={isConfirming}
        serverErrors={refusedFields}
        alert={
          <>
            {sending?.matches('rateLimited') && (
              <FormAlert look="banner-warning" takesFocus={false}>
                We are very busy at the moment. We will send your booking automatically in{' '}
                {sending.context.waitSeconds} seconds.
              </FormAlert>
            )}
            {snapshot.matches({ held: { reviewing: 'offline' } }) && (
              <OfflineAlert>
                You are offline, so your appointment is not booked yet. Confirm it again when you
                have a connection.
              </OfflineAlert>
            )}
          </>
        }
      >
        {!isConfirming && <HeldTime {...step} />}
      </ReviewBooking>
      <StepLinks {...step} />
      {form && <DetailsDialog {...step} form={form} />}
    </div>
  )
}

/** Whether the answers differ from those that were reviewed before. */
function useDetailsUpdated({ snapshot }: StepProps): boolean {
  const { guest } = snapshot.context
  const answers = JSON.stringify(guest && answersOf(guest))
  const isReviewing = snapshot.matches({ held: 'reviewing' })
  const reviewed = useRef(answers)
  const [isUpdated, setUpdated] = useState(false)
  useEffect(() => {
    setUpdated(isReviewing && reviewed.current !== answers)
    if (isReviewing) reviewed.current = answers
  }, [isReviewing, answers])
  return isUpdated
}

/** One of the answers, in the form of all of them. What is left without saving is forgotten. */
function DetailsDialog({ form, ...step }: StepProps & { form: GuestFormProps }) {
  const { actor, snapshot, deps } = step
  const isKept = useRef(false)
  return (
    <GuestUserDialog
      {...form}
      open
      begin={guestFieldOf(snapshot.context.editedQuestion ?? '') ?? 'first_name'}
      onDraftChange={(details) => {
        if (!isKept.current) form.onDraftChange?.(details)
      }}
      onClose={() => {
        isKept.current = true
        deps.drafts.change({ details: null })
        actor.send({ type: 'details.kept' })
      }}
    >
      <HeldTime {...step} />
      <SavedToRecord {...step} />
    </GuestUserDialog>
  )
}
