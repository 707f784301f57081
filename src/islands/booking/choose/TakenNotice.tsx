import type { Notice } from '#machines/booking/booking.types.ts'
import {
  AlreadyBookedNotice,
  SlotTakenNotice,
  type SlotTakenNoticeProps,
} from './taken-notices.tsx'

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
