import type { SnapshotFrom } from 'xstate'
import type { NeedAttentionEvent, needAttentionMachine } from '#machines/need-attention.machine.ts'
import { Button } from '../../ui/Button.tsx'

type DecisionProblemProps = {
  snapshot: SnapshotFrom<typeof needAttentionMachine>
  send: (event: NeedAttentionEvent) => void
}

/** Why something was not done, or that nobody knows whether it was; else nothing. */
export function DecisionProblem({ snapshot, send }: DecisionProblemProps) {
  const { decided, reason } = snapshot.context
  if (snapshot.matches('refused')) {
    return (
      <section role="alert" className="banner banner-warning flex flex-col items-start gap-3">
        <p>
          Nothing was done about {decided?.words}. {reason}
        </p>
        <Button look="secondary" small onClick={() => send({ type: 'problem.read' })}>
          Close
        </Button>
      </section>
    )
  }
  if (!snapshot.matches('unanswered')) return null
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>
        The service did not answer, so we do not know whether anything was done about{' '}
        {decided?.words}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button small onClick={() => send({ type: 'deed.retried' })}>
          Try again
        </Button>
        <Button look="secondary" small onClick={() => send({ type: 'problem.read' })}>
          Look again
        </Button>
      </div>
    </section>
  )
}
