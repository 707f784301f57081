import { useBooking } from '../use-booking.ts'

export function SavedToRecord() {
  if (useBooking().data.viewer === null) return null
  return (
    <p>These are the details we have for you. If you change them, we will update your account.</p>
  )
}
