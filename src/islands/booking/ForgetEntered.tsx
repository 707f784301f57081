import { Button } from '../ui/Button.tsx'
import type { StepProps } from './step-props.ts'

/** The way out of a booking that has no time on hold. */
export function ForgetEntered({ actor, snapshot }: Pick<StepProps, 'actor' | 'snapshot'>) {
  if (!snapshot.can({ type: 'booking.abandoned' })) return null
  return (
    <div>
      <Button
        look="quiet"
        className="button-flush"
        onClick={() => actor.send({ type: 'booking.abandoned' })}
      >
        Forget what I entered and start again
      </Button>
    </div>
  )
}
