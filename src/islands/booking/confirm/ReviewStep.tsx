import { useEffect, useRef, useState } from 'react'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { HeldTime } from '../choose/HeldTime.tsx'
import { ConnectionLostNotice } from '../choose/later-notices.tsx'
import { fixedAnswers } from '../details/fixed-answers.ts'
import type { GuestFormProps } from '../details/GuestForm.tsx'
import { GuestUserDialog } from '../details/GuestUserDialog.tsx'
import { toGuestAnswers } from '../details/guest-answers.ts'
import { parseGuestField } from '../details/guest-validation.ts'
import { SavedToRecord } from '../details/SavedToRecord.tsx'
import { useGuestFormProps } from '../details/use-guest-form-props.tsx'
import { formatSlotPlace } from '../format-slot-place.ts'
import { StepLinks } from '../StepLinks.tsx'
import { useBooking } from '../use-booking.ts'
import { AccountActions } from './AccountActions.tsx'
import { newIdempotencyKey } from './idempotency-key.ts'
import { ReviewBooking } from './ReviewBooking.tsx'

export function ReviewStep() {
  const { data, can, send, page } = useBooking()
  const { chosen, draft, checkout } = data
  const form = useGuestFormProps()
  const isNotesRefused = Boolean(checkout?.refusedFields.notes)
  useEffect(() => {
    if (isNotesRefused) document.getElementById('review-notes')?.focus()
  }, [isNotesRefused])
  const isUpdated = useDetailsUpdated()
  if (!chosen || !checkout?.guest) return null
  const { guest, submission, refusedFields, isConfirming } = checkout
  const isWaiting = submission?.state === 'rateLimited'

  if (submission?.wasLost)
    return (
      <ConnectionLostNotice
        pending={submission.state !== 'connectionLost'}
        waitSeconds={isWaiting ? submission.waitSeconds : null}
        isSentAgain={can({ type: 'connection.restored' })}
        onRetry={() => send({ type: 'booking.retried' })}
      />
    )
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="visually-hidden">
        {isUpdated && `${draft.isForOther ? 'Their' : 'Your'} details have been updated`}
      </p>
      {guest.hasBooked && !isUpdated && (
        <p className="banner">
          We have filled in your details from your last booking. If you are booking for somebody
          else, change all of them, including the NHS number and GP surgery.
        </p>
      )}
      <ReviewBooking
        slot={{
          service: page.service.name,
          duration: page.service.duration,
          start: chosen.start,
          place: formatSlotPlace(chosen.site, page.addresses),
        }}
        timeZone={page.settings.timeZone}
        guest={toGuestAnswers(guest)}
        prebookingInfo={page.prebookingInfo}
        notes={draft.notes}
        onNotesChange={(notes) => send({ type: 'draft.changed', changes: { notes } })}
        onChangeSlot={() => send({ type: 'time.changed' })}
        fixed={fixedAnswers(data.viewer, guest)}
        isForOther={draft.isForOther}
        afterDetails={!isConfirming && <AccountActions />}
        onChangeGuest={(question) => send({ type: 'details.edited', question })}
        onConfirm={() =>
          send({
            type: 'booking.confirmed',
            idempotencyKey: newIdempotencyKey(),
            notes: draft.notes,
          })
        }
        pending={isConfirming}
        serverErrors={refusedFields}
        alert={
          <>
            {isWaiting && (
              <FormAlert look="banner-warning" takesFocus={false}>
                We are very busy at the moment. We will send your booking automatically in{' '}
                {submission.waitSeconds} seconds.
              </FormAlert>
            )}
            {checkout.isOffline && (
              <OfflineAlert>
                You are offline, so your appointment is not booked yet. Confirm it again when you
                have a connection.
              </OfflineAlert>
            )}
          </>
        }
      >
        {!isConfirming && <HeldTime />}
      </ReviewBooking>
      <StepLinks />
      {form && <DetailsDialog form={form} />}
    </div>
  )
}

function useDetailsUpdated(): boolean {
  const { guest, isReviewing = false } = useBooking().data.checkout ?? {}
  const answers = JSON.stringify(guest && toGuestAnswers(guest))
  const reviewed = useRef(answers)
  const [isUpdated, setUpdated] = useState(false)
  useEffect(() => {
    setUpdated(isReviewing && reviewed.current !== answers)
    if (isReviewing) reviewed.current = answers
  }, [isReviewing, answers])
  return isUpdated
}

/** One of the answers, in the form of all of them. What is left without saving is forgotten. */
function DetailsDialog({ form }: { form: GuestFormProps }) {
  const { data, send } = useBooking()
  const isKept = useRef(false)
  const [before] = useState(data.draft.details)
  return (
    <GuestUserDialog
      {...form}
      open
      begin={parseGuestField(data.checkout?.editedQuestion ?? '') ?? 'first_name'}
      onDraftChange={(details) => {
        if (!isKept.current) form.onDraftChange?.(details)
      }}
      onClose={() => {
        isKept.current = true
        send({ type: 'draft.changed', changes: { details: before } })
        send({ type: 'details.kept' })
      }}
    >
      <HeldTime />
      <SavedToRecord />
    </GuestUserDialog>
  )
}
