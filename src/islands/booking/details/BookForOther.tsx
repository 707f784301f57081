import { Button } from '../../ui/Button.tsx'
import { useBookForOther } from './use-book-for-other.ts'

export function BookForOther() {
  const { isOffered, isPending, start } = useBookForOther()
  if (!isOffered) return null
  return (
    <Button
      look="quiet"
      className="button-flush"
      pending={isPending}
      pendingLabel="Opening the form"
      onClick={start}
    >
      Booking for somebody else?
    </Button>
  )
}
