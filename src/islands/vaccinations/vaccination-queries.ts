import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { atOnce } from '../ui/form/at-once.ts'

/** An appointment comes first, and a patient where there is none. */
export type VaccinationsScope = { appointmentId: number } | { patientId: number }

export const vaccinationsKey = (of: VaccinationsScope) => ['vaccinations', of]

export const startRecording = (api: ApiClient, of: VaccinationsScope, signal?: AbortSignal) =>
  api.call('GET admin/vaccinationhistories/get-vaccination-history-by-appointment/', {
    query:
      'appointmentId' in of ? { appointment_id: of.appointmentId } : { patient_id: of.patientId },
    ...(signal && { signal }),
  })

export const vaccinationsQuery = (api: ApiClient, of: VaccinationsScope) =>
  queryOptions({
    ...atOnce,
    queryKey: vaccinationsKey(of),
    queryFn: ({ signal }) => startRecording(api, of, signal),
  })
