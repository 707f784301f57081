import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { LONGEST_NOTES } from '#lib/contract/text-length.ts'
import { toPlainDate } from '#lib/dates/date-parts.ts'
import {
  formatCalendarDate,
  formatDate,
  formatDuration,
  formatTime,
} from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { IslandContext } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Email } from '../../ui/Email.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { HeldTime } from '../choose/HeldTime.tsx'
import { ConnectionLostNotice } from '../choose/later-notices.tsx'
import { BookForOther } from '../details/BookForOther.tsx'
import { fixedAnswers } from '../details/fixed-answers.ts'
import { GuestForm, type GuestFormProps } from '../details/GuestForm.tsx'
import { toGuestAnswers } from '../details/guest-answers.ts'
import type { GuestDraft } from '../details/guest-draft.ts'
import { type GuestField, parseGuestField } from '../details/guest-validation.ts'
import { SavedToRecord } from '../details/SavedToRecord.tsx'
import { useGuestFormProps } from '../details/use-guest-form-props.tsx'
import { formatSlotPlace, type SlotSummary } from '../format-slot-place.ts'
import { StepLinks } from '../StepLinks.tsx'
import { useBooking } from '../use-booking.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

const CorrectionDialog = lateComponent(
  async () => (await import('../../people/corrections/CorrectionDialog.tsx')).CorrectionDialog,
)

function AccountActions() {
  const { data, page } = useBooking()
  const [isAsking, setAsking] = useState(false)
  const guest = data.checkout?.guest
  if (data.viewer === null || !guest) return null
  return (
    <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      <BookForOther />
      <Button look="quiet" className="button-flush" onClick={() => setAsking(true)}>
        Name, date of birth or NHS number wrong? Ask us to correct it
      </Button>
      {isAsking && (
        <IslandContext
          value={{ api: page.deps.api, timeZone: page.settings.timeZone, viewer: null }}
        >
          <CorrectionDialog identity={guest} onClose={() => setAsking(false)} />
        </IslandContext>
      )}
    </div>
  )
}

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
        price={page.price}
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
              <FormAlert look="banner-warn" takesFocus={false}>
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

type ReviewBookingProps = {
  slot: SlotSummary
  timeZone: string
  guest: GuestDraft
  prebookingInfo: string
  price: string | undefined
  notes: string
  onNotesChange: (notes: string) => void
  onChangeSlot: () => void
  onChangeGuest: (question: GuestField) => void
  fixed?: readonly GuestField[]
  isForOther?: boolean
  afterDetails?: ReactNode
  onConfirm: () => void
  pending: boolean
  serverErrors?: FieldErrors
  children?: ReactNode
  alert?: ReactNode
}

export function ReviewBooking(props: ReviewBookingProps) {
  const { slot, timeZone, guest, prebookingInfo, price, pending } = props
  const { notes: refused } = props.serverErrors ?? {}
  return (
    <div className="flex flex-col gap-8">
      {props.children}
      <section aria-labelledby="review-appointment">
        <h2 id="review-appointment" className="heading-2">
          Your appointment
        </h2>
        <dl className="summary-list">
          <SummaryRow name="Service">{slot.service}</SummaryRow>
          <SummaryRow name="Date and time" onChange={props.onChangeSlot}>
            <Lines
              lines={[
                formatDate(slot.start, timeZone),
                `${formatTime(slot.start, timeZone)}, ${formatDuration(slot.duration)}`,
              ]}
            />
          </SummaryRow>
          <SummaryRow name="Place">
            <Lines lines={slot.place} />
          </SummaryRow>
          {price && <SummaryRow name="What it costs">{price}</SummaryRow>}
        </dl>
      </section>
      <section aria-labelledby="review-guest">
        <h2 id="review-guest" className="heading-2">
          {props.isForOther ? 'Their details' : 'Your details'}
        </h2>
        <GuestRows guest={guest} onChange={props.onChangeGuest} fixed={props.fixed ?? []} />
        {props.afterDetails}
      </section>
      {prebookingInfo.trim() && (
        <section aria-labelledby="review-before" className="banner">
          <h2 id="review-before" className="heading-3 mb-2">
            Before you come
          </h2>
          <Paragraphs text={prebookingInfo} />
        </section>
      )}
      <form
        noValidate
        className="flex flex-col items-start gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending && !focusTooLong(event.currentTarget)) props.onConfirm()
        }}
      >
        <div className="w-full">
          <TextAreaField
            id="review-notes"
            label="Notes for your appointment"
            optional
            limit={LONGEST_NOTES}
            hint="Anything that helps us prepare, such as a need for step-free access"
            error={refused?.join('. ')}
            value={props.notes}
            onChange={(event) => props.onNotesChange(event.target.value)}
          />
        </div>
        {props.alert}
        <Button type="submit" pending={pending} pendingLabel="Booking your appointment">
          Confirm booking
        </Button>
      </form>
    </div>
  )
}

type GuestRowsProps = {
  guest: GuestDraft
  onChange: ReviewBookingProps['onChangeGuest']
  fixed: readonly GuestField[]
}

function GuestRows({ guest, onChange, fixed }: GuestRowsProps) {
  const change = (question: GuestField) =>
    fixed.includes(question) ? {} : { onChange: () => onChange(question) }
  const { address1, address2, city, county, nation, postcode } = guest
  const address = [address1, address2, city, county, postcode, nation].filter(Boolean)
  const name = [guest.title, guest.first_name, guest.last_name].filter(Boolean).join(' ')
  return (
    <dl className="summary-list">
      <SummaryRow name="Name" {...change('first_name')}>
        {name}
      </SummaryRow>
      <SummaryRow name="Date of birth" {...change('dob')}>
        {formatCalendarDate(toPlainDate(guest.dob))}
      </SummaryRow>
      <SummaryRow name="Email address" {...change('email')}>
        <Email address={guest.email} />
      </SummaryRow>
      <SummaryRow name="Mobile phone number" {...change('mobile')}>
        {guest.mobile}
      </SummaryRow>
      <SummaryRow name="Address" {...change('address1')}>
        {address.length > 0 ? <Lines lines={address} /> : 'Not given'}
      </SummaryRow>
      <SummaryRow name="GP surgery" {...change('gp_surgery')}>
        {guest.gp_surgery?.name ?? 'Not given'}
      </SummaryRow>
      <SummaryRow name="NHS number" {...change('nhs_number')}>
        {spacedNhsNumber(guest.nhs_number) || 'Not given'}
      </SummaryRow>
    </dl>
  )
}

type GuestUserDialogProps = GuestFormProps & {
  open: boolean
  onClose: () => void
}

/** The dialog stays open while a create or an update is in flight. */
export function GuestUserDialog({ open, onClose, ...form }: GuestUserDialogProps) {
  const title = form.isForOther ? 'Change their details' : 'Change your details'
  return (
    <Dialog open={open} title={title} onClose={onClose} busy={form.pending} wide>
      <GuestForm submitLabel="Save details" {...form} />
    </Dialog>
  )
}
