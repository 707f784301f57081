import { useEffect, useId, useRef } from 'react'
import { Button } from '../Button.tsx'

const ofChanges: Loss = {
  question: 'Leave without saving? You will lose your changes.',
  action: 'Leave without saving',
  otherwise: 'Keep editing',
}

type LeaveQuestionProps = { loss?: Loss | undefined; onLeave: () => void; onStay: () => void }

/** It stands in place of a form's buttons, because leaving would lose what was changed. */
export const LeaveQuestion = ({ loss = ofChanges, onLeave, onStay }: LeaveQuestionProps) => (
  <LossQuestion {...loss} onAction={onLeave} onOtherwise={onStay} />
)

export type Loss = { question: string; action: string; otherwise: string }

type LossQuestionProps = Loss & {
  onAction: () => void
  onOtherwise: () => void
}

/** Asks before something is lost, and takes the focus. */
export function LossQuestion(props: LossQuestionProps) {
  const { question, action, otherwise, onAction, onOtherwise } = props
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={heading}
      className="banner banner-warn flex flex-col gap-4"
    >
      <h2 id={heading} className="font-bold">
        {question}
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" onClick={onAction}>
          {action}
        </Button>
        <Button look="secondary" onClick={onOtherwise}>
          {otherwise}
        </Button>
      </div>
    </section>
  )
}
