import { formatSlotPlace } from '../format-slot-place.ts'
import { useBooking } from '../use-booking.ts'
import { HoldCountdown } from './HoldCountdown.tsx'

export function HeldTime() {
  const { data, send, page } = useBooking()
  const { chosen, hold, checkout } = data
  if (!chosen || !hold) return null
  return (
    <HoldCountdown
      start={chosen.start}
      place={formatSlotPlace(chosen.site, page.addresses).join(', ')}
      timeZone={page.settings.timeZone}
      expiresAt={hold.expiresAt}
      onExpired={() => send({ type: 'hold.lapsed' })}
      onExtend={() => send({ type: 'extension.requested' })}
      isExtending={checkout?.isExtending ?? false}
      isNotExtended={checkout?.isNotExtended ?? false}
    />
  )
}
