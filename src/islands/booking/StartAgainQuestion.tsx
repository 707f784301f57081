import { LossQuestion } from '../ui/dialog/LeaveQuestion.tsx'
import { isAnythingEntered } from './booking-draft.ts'
import { useBooking } from './use-booking.ts'

type StartAgainQuestionProps = {
  onStartAgain: () => void
  onKeep: () => void
}

export function StartAgainQuestion({ onStartAgain, onKeep }: StartAgainQuestionProps) {
  const { screen, data } = useBooking()
  const { hold, chosen, draft, checkout } = data
  const isHeld = hold !== null && screen !== 'expired' && !checkout?.holdOver
  // The draft does not have yet what is typed in the form just now.
  const isEntered = checkout !== null || isAnythingEntered(draft)
  const losses = [isHeld && 'stop holding your time', isEntered && 'clear your answers'].filter(
    Boolean,
  )
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
