import { useSelector } from '@xstate/react'
import { slotPlaceOf } from '../place-of.ts'
import type { StepProps } from '../step-props.ts'
import { HoldCountdown } from './HoldCountdown.tsx'

/** The held time, where it is and how long it is kept; tells the flow when that is over. */
export function HeldTime({
  actor,
  snapshot,
  settings,
  addresses,
}: Pick<StepProps, 'actor' | 'snapshot' | 'settings' | 'addresses'>) {
  const { chosen, hold } = snapshot.context
  const keeping = snapshot.children.holdKeeping
  const kept = useSelector(keeping, (state) => state)
  if (!chosen || !hold) return null
  return (
    <HoldCountdown
      start={chosen.start}
      place={slotPlaceOf(chosen.site, addresses).join(', ')}
      timeZone={settings.timeZone}
      expiresAt={hold.expiresAt}
      onExpired={() => actor.send({ type: 'hold.lapsed' })}
      onExtend={() => keeping?.send({ type: 'extension.wanted' })}
      isExtending={kept?.matches({ counting: 'extending' }) ?? false}
      isNotExtended={kept?.matches({ counting: 'notExtended' }) ?? false}
    />
  )
}
