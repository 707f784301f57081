import type { EventFromLogic, SnapshotFrom } from 'xstate'
import type { AppointmentOutcomes } from '#lib/contract/outcomes.ts'
import type {
  OutcomeEdit,
  outcomeChangeMachine,
} from '#machines/outcomes/outcome-change.machine.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { OutcomeForm } from './OutcomeForm.tsx'

type OutcomeDialogProps = {
  snapshot: SnapshotFrom<typeof outcomeChangeMachine>
  send: (event: EventFromLogic<typeof outcomeChangeMachine>) => void
  outcomes: AppointmentOutcomes
}

export function OutcomeDialog({ snapshot, send, outcomes }: OutcomeDialogProps) {
  const { edit, reason } = snapshot.context
  if (!edit) return null
  const isSaving = snapshot.matches('saving')
  const close = () => send({ type: snapshot.matches('editing') ? 'editing.left' : 'problem.read' })
  return (
    <Dialog open title={titleOf(edit)} busy={isSaving} onClose={close}>
      {(snapshot.matches('editing') || isSaving) && (
        <OutcomeForm
          edit={edit}
          outcomes={outcomes}
          refusal={snapshot.context}
          isSaving={isSaving}
          onSubmit={(change) => send({ type: 'change.submitted', change })}
          onLeave={() => send({ type: 'editing.left' })}
        />
      )}
      {snapshot.matches('outdated') && (
        <section role="alert" className="banner banner-warning flex flex-col items-start gap-3">
          <p>{reason} Your change has not been saved.</p>
          <Button onClick={close}>Check the outcomes</Button>
        </section>
      )}
      {snapshot.matches('unanswered') && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not reach the service, so we do not know whether your change was saved.</p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => send({ type: 'change.retried' })}>Try again</Button>
            <Button look="secondary" onClick={close}>
              Check the outcomes
            </Button>
          </div>
        </section>
      )}
    </Dialog>
  )
}

function titleOf(edit: OutcomeEdit): string {
  switch (edit.kind) {
    case 'add':
      return 'Add an outcome'
    case 'change':
      return `Change “${edit.name}”`
    case 'withdraw':
      return `Withdraw “${edit.name}”`
  }
}
