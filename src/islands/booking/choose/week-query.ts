import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import type { OwnAppointmentCalls } from '../../own-appointments/appointment/own-appointment-calls.ts'
import { atOnce } from '../../ui/form/at-once.ts'

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

const FRESH_FOR_MS = 15_000

type WeekRequest = {
  api: ApiClient
  slug: string
  key: string | null
  monday: string
  site: string | null
  holdToken: () => string | null
  moved?: Pick<OwnAppointmentCalls, 'id' | 'times'>
}

export function weekQuery(request: WeekRequest) {
  const { api, slug, key, monday, site, holdToken, moved } = request
  return queryOptions({
    ...atOnce,
    queryKey: ['weekly-availability', slug, monday, site, moved?.id],
    staleTime: FRESH_FOR_MS,
    queryFn: async ({ signal }): Promise<WeeklyAvailability> => {
      const headers = { 'Slot-Hold-Token': holdToken() }
      const ask = (narrower: { site?: string }) => {
        const query = { week: monday, ...(key && { key }), ...narrower }
        if (moved) return moved.times(query, signal)
        return api.call('GET public/weekly-availability/', {
          query: { appointment_type_slug: slug, ...query },
          headers,
          signal,
        })
      }
      const week = await ask({})
      if (!site || week.days.some((day) => day.slots.some((slot) => slot.site.slug === site)))
        return week
      // A site nobody knows has no next day; the page still offers every other site.
      const atSite = await ask({ site }).catch((error: unknown) => {
        if (error instanceof ApiError && !error.isUnanswered) return null
        throw error
      })
      return { ...week, next_available: atSite?.next_available ?? null }
    },
  })
}
