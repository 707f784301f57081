import type { ReactNode } from 'react'
import type { WaitingListRow } from '#lib/contract/waiting-list.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { ordinal } from '#lib/text/ordinal.ts'
import type {
  OfferingAction,
  OfferingRequest,
  WaitingPatient,
} from '#machines/waiting-list/offering.machine.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { formatPreference } from '../format-preference.ts'

const formatPosition = (position: number, service: string) => `${ordinal(position)} for ${service}`

function formatIneligibility(
  { position, joined, declined, expired, can_be_told }: WaitingListRow,
  timeZone: string,
): string[] {
  const before = (position ?? 1) - 1
  return [
    `Joined at ${formatDateTime(joined, timeZone)}. ${
      before === 0
        ? 'Nobody who waits for this service joined before.'
        : `${counted(before, 'person', 'people')} joined before.`
    }`,
    ...(declined > 0 ? [`Declined ${counted(declined, 'offer')}, and kept the place.`] : []),
    ...(expired > 0 ? [`Did not answer ${counted(expired, 'offer')}, and kept the place.`] : []),
    ...(can_be_told
      ? []
      : ['Has no email address or mobile number: only you can offer a time, by telephone.']),
  ]
}

export const formatWaitingPlace = (patient: string) => `the place of ${patient}`

type WaitingCardProps = {
  entry: WaitingListRow
  mayChange: boolean
  /** It is null for who may not see it. */
  recordHref: string | null
  acting: OfferingRequest | null
  isBusy: boolean
  onTimes: (who: WaitingPatient) => void
  onAction: (request: OfferingRequest) => void
  alert: ReactNode
}

export function WaitingCard(props: WaitingCardProps) {
  const timeZone = useTimeZone()
  const { entry, mayChange, recordHref, acting, isBusy, onTimes, onAction } = props
  const { id, patient, appointment_type, appointment, offer, position } = entry
  const who = { id, patient: patient.full_name }
  const button = (action: OfferingAction, label: string, pendingLabel: string) => (
    <Button
      look="secondary"
      small
      pending={acting?.id === id && acting.action.kind === action.kind}
      pendingLabel={pendingLabel}
      unavailable={isBusy}
      onClick={() => onAction({ ...who, action })}
    >
      {label}
      <span className="visually-hidden">: {formatWaitingPlace(patient.full_name)}</span>
    </Button>
  )
  return (
    <li className="flex flex-col gap-3 rounded border border-line p-4">
      <div>
        <h2 className="heading-3 break-words">
          {patient.full_name}, {formatPosition(position ?? 1, appointment_type.name)}
        </h2>
        {patient.mobile && (
          <p>
            <PhoneLink number={patient.mobile} />
          </p>
        )}
        <p className="break-words">Could come: {formatPreference(entry)}</p>
        {appointment && (
          <p>
            Has an appointment at {formatDateTime(appointment.start, timeZone)},{' '}
            {appointment.site.name}, and wants an earlier one
          </p>
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {formatIneligibility(entry, timeZone).map((why) => (
          <li key={why}>{why}</li>
        ))}
      </ul>
      {offer && (
        <p className="banner">
          Offered: <strong>{formatDateTime(offer.start, timeZone)}</strong>, {offer.site.name},{' '}
          {offer.clinician_name}. Kept until {formatDateTime(offer.expires, timeZone)}.
        </p>
      )}
      {props.alert}
      <div className="flex flex-wrap items-center gap-3">
        {mayChange && !offer && (
          <Button look="secondary" small unavailable={isBusy} onClick={() => onTimes(who)}>
            Offer a time
            <span className="visually-hidden">: {formatWaitingPlace(patient.full_name)}</span>
          </Button>
        )}
        {mayChange && offer && (
          <>
            {button({ kind: 'accept', offerId: offer.id }, 'Book it for them', 'Booking')}
            {button({ kind: 'decline', offerId: offer.id }, 'Decline for them', 'Declining')}
            {button({ kind: 'withdraw', offerId: offer.id }, 'Take the offer back', 'Taking back')}
          </>
        )}
        {mayChange && button({ kind: 'remove' }, 'Remove from the list', 'Removing')}
        {recordHref && (
          <a className="link" href={recordHref}>
            Health record<span className="visually-hidden">: {patient.full_name}</span>
          </a>
        )}
      </div>
    </li>
  )
}
