import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { keepShown } from '../ui/form/at-once.ts'

export const adviceKey = (patientId: number) => ['patient-advice', patientId]

type Shown = { isArchived: boolean; pageSize: number; appointmentId?: number }

/** Reads the advice of one appointment alone where it is named. */
export const adviceQuery = (
  api: ApiClient,
  patientId: number,
  { isArchived, pageSize, appointmentId }: Shown,
) =>
  queryOptions({
    ...keepShown,
    queryKey: [...adviceKey(patientId), isArchived, pageSize, appointmentId],
    queryFn: ({ signal }) => {
      const query = {
        patient_id: patientId,
        page_size: pageSize,
        ...(appointmentId !== undefined && { appointment_id: appointmentId }),
      }
      return isArchived
        ? api.call('GET admin/patientarchivedadvices/', { query, signal })
        : api.call('GET admin/patientadvices/', { query, signal })
    },
  })

export type AdviceGuest = { appointmentId: number; token: string }

type OwnShown = Shown & { guest: AdviceGuest | null }

export const ownAdviceQuery = (api: ApiClient, { guest, isArchived, pageSize }: OwnShown) =>
  queryOptions({
    ...keepShown,
    queryKey: ['own-advice', guest?.appointmentId ?? null, isArchived, pageSize],
    queryFn: ({ signal }) => {
      const query = { page_size: pageSize }
      if (guest) {
        return api.call('GET public/patientadvices/', {
          query: { ...query, appointment_id: guest.appointmentId },
          headers: { 'Guest-User-Access-Token': guest.token },
          signal,
        })
      }
      return isArchived
        ? api.call('GET private/patientarchivedadvices/', { query, signal })
        : api.call('GET private/patientadvices/', { query, signal })
    },
  })
