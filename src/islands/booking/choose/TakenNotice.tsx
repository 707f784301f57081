import type { Notice } from '#machines/booking/booking.types.ts'
import {
  AlreadyBookedNotice,
  SlotTakenNotice,
  type SlotTakenNoticeProps,
} from './taken-notices.tsx'

type TakenNoticeProps = Omit<SlotTakenNoticeProps, 'start'> & {
  notice: Extract<Notice, { kind: 'slotTaken' | 'alreadyBooked' }>
}

/** The chosen time is gone: who has it. Fetched when the service has said so. */
export default function TakenNotice({ notice, isEntered, ...props }: TakenNoticeProps) {
  return notice.kind === 'slotTaken' ? (
    <SlotTakenNotice start={notice.start} isEntered={isEntered} {...props} />
  ) : (
    <AlreadyBookedNotice appointmentId={notice.appointmentId} start={notice.start} {...props} />
  )
}
