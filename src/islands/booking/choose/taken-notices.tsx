import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { NoticeBanner } from './notices.tsx'

export type SlotTakenNoticeProps = {
  start: string
  timeZone: string
  isEntered: boolean
  onChooseAnother: () => void
}

export function SlotTakenNotice(props: SlotTakenNoticeProps) {
  const { start, timeZone, isEntered, onChooseAnother } = props
  return (
    <NoticeBanner
      look="banner-warn"
      heading="This time is no longer free"
      actions={<Button onClick={onChooseAnother}>Choose another time</Button>}
    >
      <p>
        {formatDateTime(start, timeZone)} has been taken, or is no longer offered.{' '}
        {isEntered && 'Everything you entered is kept.'}
      </p>
    </NoticeBanner>
  )
}
