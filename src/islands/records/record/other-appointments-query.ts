import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { atOnce } from '../../ui/form/at-once.ts'

export const appointmentsKey = (patientId: number) => ['appointments-of', patientId]

type ShownAppointments = { isCancelled: boolean; pageSize: number }

export const appointmentsQuery = (
  api: ApiClient,
  patientId: number,
  { isCancelled, pageSize }: ShownAppointments,
) =>
  queryOptions({
    ...atOnce,
    queryKey: [...appointmentsKey(patientId), isCancelled, pageSize],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { patient_id: patientId, ordering: '-start', page_size: pageSize }
      return await (isCancelled
        ? api.call('GET admin/cancelled-appointments/', { query, signal })
        : api.call('GET admin/appointments/', { query, signal }))
    },
  })
