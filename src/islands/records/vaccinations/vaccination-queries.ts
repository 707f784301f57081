import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { atOnce } from '../../ui/form/at-once.ts'

/** Of an appointment, or of a patient where there is none. */
export type VaccinationsOf = { appointmentId: number } | { patientId: number }

export const vaccinationsKey = (of: VaccinationsOf) => ['vaccinations', of]

export const readVaccinationStart = (api: ApiClient, of: VaccinationsOf, signal?: AbortSignal) =>
  api.call('GET admin/vaccinationhistories/get-vaccination-history-by-appointment/', {
    query:
      'appointmentId' in of ? { appointment_id: of.appointmentId } : { patient_id: of.patientId },
    ...(signal && { signal }),
  })

export const vaccinationsQuery = (api: ApiClient, of: VaccinationsOf) =>
  queryOptions({
    ...atOnce,
    queryKey: vaccinationsKey(of),
    queryFn: ({ signal }) => readVaccinationStart(api, of, signal),
  })
