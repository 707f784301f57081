import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import type { AdviceWritingEvent } from '#machines/records/advice-writing.types.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { AdviceText } from './AdviceText.tsx'

type WithdrawFormProps = {
  advice: PatientAdvice
  /** Why it was refused. */
  reason: string
  problem: ReactNode
  isBusy: boolean
  isLocked: boolean
  send: (event: AdviceWritingEvent) => void
}

export function WithdrawForm(props: WithdrawFormProps) {
  const { advice, reason: refusal, problem, isBusy, isLocked, send } = props
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLocked || focusTooLong(event.currentTarget)) return
    setAsked(true)
    if (reason.trim() !== '') send({ type: 'withdrawal.confirmed', reason })
    else form.current?.querySelector('textarea')?.focus()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Withdraw advice"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <div className="card flex flex-col gap-3">
        <AdviceText advice={advice} />
      </div>
      <TextAreaField
        id={id}
        label="Why do you withdraw it?"
        hint="For example, it was entered for the wrong patient. The patient will no longer see this advice. Staff can still read it, with your reason. You cannot undo this."
        error={isAsked && reason.trim() === '' ? 'Enter a reason' : undefined}
        rows={3}
        limit={LONGEST_CORRECTION_REASON}
        value={reason}
        readOnly={isLocked}
        onChange={(event) => setReason(event.target.value)}
      />
      {refusal && <FormAlert look="banner-warning">{refusal}</FormAlert>}
      {problem}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look="danger"
          pending={isBusy}
          pendingLabel="Withdrawing"
          unavailable={isLocked}
        >
          Withdraw advice
        </Button>
        <Button
          look="secondary"
          unavailable={isLocked}
          onClick={() => send({ type: 'form.left', hasChanges: false })}
        >
          Keep advice
        </Button>
      </div>
    </form>
  )
}
