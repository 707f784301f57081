import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { useBooking } from '../use-booking.ts'
import { BookForOther } from './BookForOther.tsx'

export function SavedToRecord() {
  const { data, send, page } = useBooking()
  const { viewer, draft, checkout } = data
  if (draft.isForOther) {
    return (
      <Button
        look="quiet"
        className="button-flush self-start"
        onClick={() => {
          send({ type: 'draft.changed', changes: { details: null, isForOther: false } })
          send({ type: 'viewer.changed', viewer: page.viewer })
        }}
      >
        Book for yourself instead
      </Button>
    )
  }
  const booker = checkout?.form?.guest
  if (viewer === null || !booker) return null
  const born = booker.dob && `, born ${formatCalendarDate(booker.dob)}`
  return (
    <div className="flex flex-col items-start gap-2">
      <p>
        You are booking for {booker.full_name}
        {born}. If you change the details below, we will update your account.
      </p>
      <BookForOther />
    </div>
  )
}
