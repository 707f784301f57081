import type { ApiClient } from '#lib/api/client.ts'
import { minutesProblem } from '../planner/planner-queries.ts'

/** A type that can be chosen; `duration` in minutes. */
export type OfferedType = {
  id: number
  name: string
  duration: number
  /** The hours do not offer it: who books it nevertheless does so by a permission of their own. */
  override?: boolean
}

/** In place of a type while none is chosen. */
export const NO_TYPE = 0

/** What an appointment is for, and for how long as somebody has typed it, in minutes. */
export type BookedDetails = { typeId: number; minutes: string }

/** What is wrong with the minutes; nothing where they will do. */
export const problemOfMinutes = (minutes: string): string | undefined =>
  minutes.trim() === '' ? 'Enter the number of minutes' : minutesProblem(minutes)

/** What somebody can be booked for in some hours, and what only by an override, if they may. */
export const offeredTypesQuery = (api: ApiClient, staffId: number, availabilityId: number | null) =>
  ({
    queryKey: ['available-appointment-types', staffId, availabilityId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call('GET admin/available_appointment_types/', {
        query: {
          staff_id: staffId,
          ...(availabilityId !== null && { availability_id: availabilityId }),
        },
        signal,
      }),
    retry: false,
  }) as const
