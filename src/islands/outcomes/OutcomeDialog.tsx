import { useEffect, useState } from 'react'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { AppointmentOutcomes } from '#lib/contract/outcomes.ts'
import {
  type OutcomeChange,
  outcomeChangeMachine,
} from '#machines/outcomes/outcome-change.machine.ts'
import type { RequestResult } from '#machines/request.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { useRequest } from '../ui/use-request.ts'
import { type OutcomeEdit, OutcomeForm } from './OutcomeForm.tsx'
import type { OutcomeCalls } from './outcome-calls.ts'

type OutcomeDialogProps = {
  edit: OutcomeEdit
  outcomes: AppointmentOutcomes
  calls: OutcomeCalls
  onSaved: (outcomes: AppointmentOutcomes) => void
  readAgain: () => void
  onClose: () => void
}

const NO_REFUSAL = { reason: '', fields: {} }

export function OutcomeDialog(props: OutcomeDialogProps) {
  const { edit, outcomes, calls, onSaved, readAgain, onClose } = props
  const [change, setChange] = useState<OutcomeChange | null>(null)
  const { sending, answer, submit } = useRequest(outcomeChangeMachine, (sent) =>
    saveOutcome({ calls, appointmentId: outcomes.appointment.id, onSaved, readAgain }, sent),
  )
  const isSaved = answer?.kind === 'saved'
  useEffect(() => {
    if (isSaved) onClose()
  }, [isSaved, onClose])
  const close = () => {
    if (answer?.kind === 'unanswered') readAgain()
    onClose()
  }
  const refusal = answer?.kind === 'refused' ? answer : NO_REFUSAL
  return (
    <Dialog open title={formatTitle(edit)} busy={sending !== null} onClose={close}>
      {(answer === null || answer.kind === 'refused') && (
        <OutcomeForm
          edit={edit}
          outcomes={outcomes}
          refusal={refusal}
          isSaving={sending !== null}
          onSubmit={(submitted) => {
            setChange(submitted)
            submit(submitted)
          }}
          onLeave={onClose}
        />
      )}
      {answer?.kind === 'outdated' && (
        <section role="alert" className="banner banner-warning flex flex-col items-start gap-3">
          <p>{answer.reason} Your change has not been saved.</p>
          <Button onClick={close}>Check the outcomes</Button>
        </section>
      )}
      {answer?.kind === 'unanswered' && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not reach the service, so we do not know whether your change was saved.</p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => change && submit(change)}>Try again</Button>
            <Button look="secondary" onClick={close}>
              Check the outcomes
            </Button>
          </div>
        </section>
      )}
    </Dialog>
  )
}

function formatTitle(edit: OutcomeEdit): string {
  switch (edit.kind) {
    case 'add':
      return 'Add an outcome'
    case 'change':
      return `Change “${edit.name}”`
    case 'withdraw':
      return `Withdraw “${edit.name}”`
  }
}

type Deps = {
  calls: Pick<OutcomeCalls, 'save'>
  appointmentId: number
  onSaved: (outcomes: AppointmentOutcomes) => void
  readAgain: () => void
}

async function saveOutcome(
  { calls, appointmentId, onSaved, readAgain }: Deps,
  change: OutcomeChange,
): Promise<RequestResult<typeof outcomeChangeMachine>> {
  try {
    onSaved(await calls.save(appointmentId, change))
    return { kind: 'saved' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') {
      readAgain()
      return { kind: 'outdated', reason: detail }
    }
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail, fields }
  }
}
