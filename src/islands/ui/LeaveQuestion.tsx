import { useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'

type LeaveQuestionProps = { onLeave: () => void; onStay: () => void }

/** In place of a form's buttons: leaving it would lose what was changed. */
export function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps) {
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
      className="banner banner-warning flex flex-col gap-4"
    >
      <h2 id={heading} className="font-bold">
        Leave without saving? What you have changed will be lost.
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button look="secondary" onClick={onStay}>
          Keep editing
        </Button>
      </div>
    </section>
  )
}
