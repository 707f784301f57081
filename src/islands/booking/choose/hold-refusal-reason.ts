import { useEffect, useState } from 'react'
import { isOffline } from '#lib/api/is-offline.ts'
import type { Notice } from '#machines/booking/booking.types.ts'

/**
 * Explains why a time could not be held although another try may help, until the connection is
 * back; null for other notices.
 * @param time as text.
 */
export function useHoldRefusalReason(notice: Notice | null, time: string): string | null {
  const [isBack, setBack] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure begins anew
  useEffect(() => {
    setBack(false)
    const back = () => setBack(true)
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [notice])
  if (notice?.kind === 'rateLimited')
    return `We are very busy at the moment. Wait ${notice.waitSeconds} seconds, then try again.`
  if (notice?.kind !== 'holdFailed') return null
  if (isBack) return `You are online again. We are not holding ${time} yet.`
  return isOffline()
    ? `You are offline, so we could not hold ${time}.`
    : `We did not get an answer, so we could not hold ${time}.`
}
