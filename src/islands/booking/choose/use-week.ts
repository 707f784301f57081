import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type WeekRequest, weekQuery } from './week-query.ts'

const LOOK_AGAIN_AFTER_MS = 60_000

/**
 * What others book in between leaves the list within a minute, and when the person comes back to
 * the window. The last week stays until the next is there.
 */
export function useWeek(
  request: WeekRequest,
  { enabled = true, ...more }: { enabled?: boolean; staleTime?: number },
) {
  const query = useQuery({
    ...weekQuery(request),
    ...more,
    enabled,
    refetchInterval: LOOK_AGAIN_AFTER_MS,
    placeholderData: (last) => last,
  })
  const { isStale, refetch } = query
  useEffect(() => {
    if (!enabled || !isStale) return
    const lookAgain = () => void refetch({ cancelRefetch: false })
    addEventListener('focus', lookAgain)
    return () => removeEventListener('focus', lookAgain)
  }, [enabled, isStale, refetch])
  return query
}
