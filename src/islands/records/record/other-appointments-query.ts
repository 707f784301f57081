import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { atOnce } from '../../ui/form/at-once.ts'

/** As many as are looked through; the count says how many there are. */
const PAGE_SIZE = 25

export const appointmentsKey = (patientId: number) => ['appointments-of', patientId]

export const appointmentsQuery = (api: ApiClient, patientId: number, isCancelled: boolean) =>
  queryOptions({
    ...atOnce,
    queryKey: [...appointmentsKey(patientId), isCancelled],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { patient_id: patientId, ordering: '-start', page_size: PAGE_SIZE }
      return await (isCancelled
        ? api.call('GET admin/cancelled-appointments/', { query, signal })
        : api.call('GET admin/appointments/', { query, signal }))
    },
  })
