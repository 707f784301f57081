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
