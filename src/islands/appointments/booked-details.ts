import type { ApiClient } from '#lib/api/client.ts'
import { minutesProblem } from '../planner/planner-queries.ts'

export type OfferedType = {
  id: number
  name: string
  duration: number
  /** The hours do not offer it: who books it nevertheless does so by a permission of their own. */
  override?: boolean
}

/** It stands in place of a type while none is chosen. */
export const NO_TYPE = 0

export type BookedDetails = { typeId: number; minutes: string }

export const problemOfMinutes = (minutes: string): string | undefined =>
  minutes.trim() === '' ? 'Enter the number of minutes' : minutesProblem(minutes)

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
