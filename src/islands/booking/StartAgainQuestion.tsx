import { LossQuestion } from '../ui/dialog/LeaveQuestion.tsx'
import { isAnythingEntered } from './booking-draft.ts'
import type { StepProps } from './step-props.ts'

type StartAgainQuestionProps = Pick<StepProps, 'snapshot' | 'deps'> & {
  onStartAgain: () => void
  onKeep: () => void
}

/** Says what starting again loses. */
export function StartAgainQuestion(props: StartAgainQuestionProps) {
  const { snapshot, deps, onStartAgain, onKeep } = props
  const { hold, holdOver, guest, chosen } = snapshot.context
  // What is typed in the form just now is not in the draft yet.
  const isEntered =
    guest !== null || snapshot.matches('held') || isAnythingEntered(deps.drafts.read())
  const losses = [
    hold && !holdOver && 'stop holding your time',
    isEntered && 'clear your answers',
  ].filter(Boolean)
  const loss = losses.join(' and ') || 'clear the time you chose'
  return (
    <LossQuestion
      question={`Start again? We will ${loss}.`}
      action="Start again"
      otherwise={chosen ? 'Keep this time' : 'Keep my answers'}
      onAction={onStartAgain}
      onOtherwise={onKeep}
    />
  )
}
