import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { AppointmentOutcomes } from '#lib/contract/outcomes.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import {
  type OutcomeChange,
  outcomeChangeMachine,
} from '#machines/outcomes/outcome-change.machine.ts'
import type { RequestResult } from '#machines/request.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { useRequest } from '../ui/use-request.ts'
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
        <section role="alert" className="banner banner-warn flex flex-col items-start gap-3">
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

export type OutcomeEdit =
  | { kind: 'add' }
  | { kind: 'change'; id: number; outcomeId: number; name: string; isOutdated: boolean }
  | { kind: 'withdraw'; id: number; name: string }

type OutcomeFormProps = {
  edit: OutcomeEdit
  outcomes: AppointmentOutcomes
  refusal: { reason: string; fields: FieldErrors }
  isSaving: boolean
  onSubmit: (change: OutcomeChange) => void
  onLeave: () => void
}

type Choice = { value: string; label: string }

function OutcomeForm(props: OutcomeFormProps) {
  const { edit, outcomes, refusal, isSaving, onSubmit, onLeave } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState('')
  const [reason, setReason] = useState('')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea')?.focus(), [])
  const isChoosing = edit.kind !== 'withdraw'
  const missing = {
    outcome: isChoosing && outcome === '' ? 'Choose an outcome' : undefined,
    reason: reason.trim() === '' ? 'Enter a reason' : undefined,
  }
  const findError = (field: 'outcome' | 'reason', sent: string) =>
    attempt === 0 ? undefined : (missing[field] ?? refusal.fields[sent]?.join(' '))
  const errors = {
    outcome: findError('outcome', 'outcome_id'),
    reason: findError('reason', 'reason'),
  }
  const isNamed = Boolean(errors.outcome ?? errors.reason)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving || focusTooLong(event.currentTarget)) return
    setAttempt(attempt + 1)
    if (missing.outcome || missing.reason) return
    const { version } = outcomes.appointment
    onSubmit(toChange(edit, { version, reason: reason.trim() }, Number(outcome)))
  }
  return (
    <form ref={form} noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <ErrorSummary
        attempt={attempt}
        errors={(['outcome', 'reason'] as const).flatMap((field) =>
          errors[field] ? [{ message: errors[field], fieldId: `${id}-${field}` }] : [],
        )}
      />
      {edit.kind === 'withdraw' && (
        <p>
          It will no longer count as an outcome. Its letter stays readable, marked as withdrawn.
        </p>
      )}
      {isChoosing && (
        <SelectField
          id={`${id}-outcome`}
          label="Outcome"
          hint={
            edit.kind === 'change'
              ? 'The earlier outcome stays readable, marked as replaced.'
              : 'The patient sees the outcome and its letter.'
          }
          error={errors.outcome}
          choices={toChoices(edit, outcomes)}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value)}
        />
      )}
      <TextAreaField
        id={`${id}-reason`}
        label="Reason"
        hint="Staff can read it here and in the audit trail. The patient cannot."
        error={errors.reason}
        rows={3}
        limit={LONGEST_CORRECTION_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {!isNamed && refusal.reason && <FormAlert look="banner-danger">{refusal.reason}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          pending={isSaving}
          pendingLabel="Saving"
          {...(edit.kind === 'withdraw' && { look: 'danger' as const })}
        >
          {submitLabels[edit.kind]}
        </Button>
        <Button look="secondary" unavailable={isSaving} onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const submitLabels = {
  add: 'Add outcome',
  change: 'Change outcome',
  withdraw: 'Withdraw outcome',
} as const

function toChange(
  edit: OutcomeEdit,
  said: { version: number; reason: string },
  outcomeId: number,
): OutcomeChange {
  switch (edit.kind) {
    case 'add':
      return { kind: 'add', ...said, outcomeId }
    case 'change':
      return { kind: 'change', ...said, id: edit.id, outcomeId }
    case 'withdraw':
      return { kind: 'withdraw', ...said, id: edit.id }
  }
}

/** Leaves out what it has, except the one that is changed: its letter is issued again. */
function toChoices(edit: OutcomeEdit, { offered, results }: AppointmentOutcomes): Choice[] {
  const present = results.filter(({ ended }) => ended === null).map(({ outcome_id }) => outcome_id)
  const others = offered
    .filter(({ id }) => !present.includes(id))
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const own =
    edit.kind === 'change' && offered.some(({ id }) => id === edit.outcomeId)
      ? [{ value: String(edit.outcomeId), label: `${edit.name} (${again(edit)})` }]
      : []
  return [{ value: '', label: 'Choose' }, ...own, ...others]
}

const again = ({ isOutdated }: { isOutdated: boolean }) =>
  isOutdated ? 'latest version' : 'corrected letter'
