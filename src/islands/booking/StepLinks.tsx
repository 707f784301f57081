import { Button } from '../ui/Button.tsx'
import { StartAgain } from './StartAgain.tsx'
import { useBooking } from './use-booking.ts'

export function StepLinks() {
  const { can, send } = useBooking()
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {can({ type: 'time.changed' }) && (
        <Button
          look="quiet"
          className="button-flush"
          onClick={() => send({ type: 'time.changed' })}
        >
          Choose another time
        </Button>
      )}
      <StartAgain />
    </div>
  )
}
