import type { ReactNode } from 'react'
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
import { Button } from '../../ui/Button.tsx'
import { Email } from '../../ui/Email.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import type { GuestDraft } from '../details/guest-draft.ts'
import type { GuestField } from '../details/guest-validation.ts'
import type { SlotSummary } from '../format-slot-place.ts'

export type ReviewBookingProps = {
  slot: SlotSummary
  timeZone: string
  guest: GuestDraft
  prebookingInfo: string
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
  const { slot, timeZone, guest, prebookingInfo, pending } = props
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
