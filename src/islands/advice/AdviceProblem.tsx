import type { AdviceWritingEvent } from '#machines/advice/advice-writing.types.ts'
import { Button } from '../ui/Button.tsx'

type Send = (event: AdviceWritingEvent) => void

export function UnansweredAdvice({ send }: { send: Send }) {
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>We did not get an answer, so we do not know if this was saved.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => send({ type: 'saving.retried' })}>Try again</Button>
        <Button look="secondary" onClick={() => send({ type: 'saving.dropped' })}>
          Back
        </Button>
      </div>
    </section>
  )
}

type OutdatedProps = { reason: string; isReading: boolean; send: Send }

export function OutdatedAdvice({ reason, isReading, send }: OutdatedProps) {
  return (
    <section role="alert" className="banner banner-warning flex flex-col items-start gap-3">
      <p>
        {reason} {'Nothing has been saved. What you entered is still here.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button pending={isReading} onClick={() => send({ type: 'reload.requested' })}>
          Show the latest version
        </Button>
        <Button
          look="secondary"
          unavailable={isReading}
          onClick={() => send({ type: 'form.left', hasChanges: false })}
        >
          Discard my changes
        </Button>
      </div>
    </section>
  )
}
