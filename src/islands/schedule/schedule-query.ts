import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Schedule } from '#lib/contract/schedule.ts'
import { keepShown } from '../ui/form/at-once.ts'
import { type SchedulePlace, shownPeriod } from './schedule-address.ts'
import { isUnattendedSince } from './unattended.ts'

const MINUTE = 60_000

let lastRequested = 0

/** `clockAhead` is how far the server's clock was before the browser's, in milliseconds. */
export type ReadSchedule = Schedule & { clockAhead: number }

export function scheduleQuery(api: ApiClient, place: SchedulePlace) {
  const { by, only, siteId } = place
  const query = {
    by,
    ...shownPeriod(place),
    ...(siteId !== null && { site_id: String(siteId) }),
    ...(only !== null && (by === 'staff' ? { staff_id: String(only) } : { room_id: String(only) })),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['schedule', query],
    refetchInterval: MINUTE,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    queryFn: async ({ signal }): Promise<ReadSchedule> => {
      const isUnattended = isUnattendedSince(lastRequested)
      lastRequested = Date.now()
      const schedule = await api.call('GET admin/clinic/schedule/', {
        query,
        signal,
        ...(isUnattended && { headers: { Unattended: 'true' } }),
      })
      return { ...schedule, clockAhead: Date.parse(schedule.read_at) - Date.now() }
    },
  })
}
