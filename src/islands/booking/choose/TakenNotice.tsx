import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { Notice } from '#machines/booking/booking.types.ts'
import { Button } from '../../ui/Button.tsx'
import { NoticeBanner } from './notices.tsx'
import { SlotTakenNotice, type SlotTakenNoticeProps } from './taken-notices.tsx'

type TakenNoticeProps = Omit<SlotTakenNoticeProps, 'start'> & {
  notice: Extract<Notice, { kind: 'slotTaken' | 'alreadyBooked' }>
}

/** It is fetched when the service has said that the chosen time is gone. */
export default function TakenNotice({ notice, isEntered, ...props }: TakenNoticeProps) {
  return notice.kind === 'slotTaken' ? (
    <SlotTakenNotice start={notice.start} isEntered={isEntered} {...props} />
  ) : (
    <AlreadyBookedNotice appointmentId={notice.appointmentId} start={notice.start} {...props} />
  )
}

type AlreadyBookedNoticeProps = Omit<SlotTakenNoticeProps, 'isEntered'> & {
  appointmentId: number
}

function AlreadyBookedNotice(props: AlreadyBookedNoticeProps) {
  const { appointmentId, start, timeZone, onChooseAnother } = props
  return (
    <NoticeBanner
      heading="You have already booked this time"
      actions={
        <>
          <a className="button button-primary" href={`/appointments/${appointmentId}`}>
            See your appointment
          </a>
          <Button look="secondary" onClick={onChooseAnother}>
            Choose another time
          </Button>
        </>
      }
    >
      <p>Your appointment at {formatDateTime(start, timeZone)} is booked.</p>
    </NoticeBanner>
  )
}
