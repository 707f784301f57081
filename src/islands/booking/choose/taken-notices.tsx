import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { NoticeBanner } from './notices.tsx'

export type SlotTakenNoticeProps = {
  start: string
  timeZone: string
  isEntered: boolean
  onChooseAnother: () => void
}

type AlreadyBookedNoticeProps = Omit<SlotTakenNoticeProps, 'isEntered'> & {
  appointmentId: number
}

export function SlotTakenNotice(props: SlotTakenNoticeProps) {
  const { start, timeZone, isEntered, onChooseAnother } = props
  return (
    <NoticeBanner
      look="banner-warning"
      heading="This time has just been taken"
      actions={<Button onClick={onChooseAnother}>Choose another time</Button>}
    >
      <p>
        Somebody else has taken {formatDateTime(start, timeZone)}.{' '}
        {isEntered && 'Everything you entered is kept.'}
      </p>
    </NoticeBanner>
  )
}

export function AlreadyBookedNotice(props: AlreadyBookedNoticeProps) {
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
