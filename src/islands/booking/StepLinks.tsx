import { Button } from '../ui/Button.tsx'
import { StartAgain } from './StartAgain.tsx'
import type { StepProps } from './step-props.ts'

/** Ways out of a step: to another time, or out of the booking. */
export function StepLinks({ actor, snapshot, deps }: StepProps) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {snapshot.can({ type: 'time.changed' }) && (
        <Button
          look="quiet"
          className="button-flush"
          onClick={() => actor.send({ type: 'time.changed' })}
        >
          Choose another time
        </Button>
      )}
      <StartAgain {...{ actor, snapshot, deps }} />
    </div>
  )
}
