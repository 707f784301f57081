import type { StepProps } from './step-props.ts'
import { HoldCountdown } from './views/HoldCountdown.tsx'

/** The held time and how long it is kept; tells the flow when that is over. */
export function HeldTime({ actor, snapshot, settings }: StepProps) {
  const { chosen, hold } = snapshot.context
  if (!chosen || !hold) return null
  return (
    <HoldCountdown
      start={chosen.start}
      timeZone={settings.timeZone}
      expiresAt={hold.expiresAt}
      onExpired={() => actor.send({ type: 'hold.lapsed' })}
    />
  )
}
