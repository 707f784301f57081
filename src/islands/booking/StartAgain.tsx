import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { StartAgainQuestion } from './StartAgainQuestion.tsx'
import { useBooking } from './use-booking.ts'

export function StartAgain() {
  const { can, send } = useBooking()
  const [isAsked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !isAsked) button.current?.focus()
    wasAsked.current = isAsked
  }, [isAsked])
  if (!can({ type: 'booking.abandoned' })) return null
  if (isAsked)
    return (
      <StartAgainQuestion
        onStartAgain={() => send({ type: 'booking.abandoned' })}
        onKeep={() => setAsked(false)}
      />
    )
  return (
    <div>
      <Button ref={button} look="quiet" className="button-flush" onClick={() => setAsked(true)}>
        Start again
      </Button>
    </div>
  )
}
