import type { ReactNode } from 'react'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import type { AdviceWritingEvent } from '#machines/advice/advice-writing.types.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { useReason } from '../ui/form/use-reason.ts'
import { AdviceText } from './AdviceText.tsx'

type WithdrawFormProps = {
  advice: PatientAdvice
  reason: string
  problem: ReactNode
  isBusy: boolean
  isLocked: boolean
  send: (event: AdviceWritingEvent) => void
}

export function WithdrawForm(props: WithdrawFormProps) {
  const { advice, reason: refusal, problem, isBusy, isLocked, send } = props
  const { form, field } = useReason({
    isLocked,
    onReason: (reason) => send({ type: 'withdrawal.confirmed', reason }),
  })
  return (
    <form {...form} aria-label="Withdraw advice" className="flex flex-col gap-4">
      <div className="card flex flex-col gap-3">
        <AdviceText advice={advice} />
      </div>
      <TextAreaField
        {...field}
        label="Why do you withdraw it?"
        hint="For example, it was entered for the wrong patient. The patient will no longer see this advice. Staff can still read it, with your reason. You cannot undo this."
        limit={LONGEST_CORRECTION_REASON}
        readOnly={isLocked}
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
