import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Availability } from '#lib/contract/availabilities.ts'
import { atOnce } from '../ui/form/at-once.ts'
import { type AvailabilityDraft, formatReach, toSentRule } from './availability-draft.ts'

const plain = { ...atOnce, refetchOnWindowFocus: false } as const

/** Lists whom one may choose, and with a clinician the rooms for them. */
export const choicesQuery = (api: ApiClient, staff: string) =>
  queryOptions({
    ...plain,
    queryKey: ['availability-choices', staff],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call('GET admin/availability-choices/', {
        query: staff === '' ? {} : { staff_id: staff },
        signal,
      }),
  })

export const typesQuery = (api: ApiClient, staff: string) =>
  queryOptions({
    ...plain,
    queryKey: ['staff-appointment-types', staff],
    enabled: staff !== '',
    queryFn: ({ signal }) =>
      api.call('GET admin/staff_appointment_types/', { query: { staff_id: staff }, signal }),
  })

/** Never an old one: somebody else may have changed it. */
export const availabilityQuery = (api: ApiClient, id: number) =>
  queryOptions({
    ...plain,
    queryKey: ['availability', id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.call('GET admin/availabilities/{id}/', { params: { id }, signal }),
  })

export const previewQuery = (
  api: ApiClient,
  draft: AvailabilityDraft,
  availability: Availability | null,
) => {
  const body = {
    rule: toSentRule(draft),
    ...(availability && {
      ...idless(formatReach(draft, availability)),
      availability_id: availability.id,
    }),
  }
  const { staff, room, startDate, startTime, endTime, scope, date } = draft
  const isPartKnown = scope === 'all' || date !== ''
  const isComplete = [staff, room, startDate, startTime, endTime].every((answer) => answer !== '')
  return queryOptions({
    ...plain,
    queryKey: ['availability-preview', body],
    enabled: isComplete && isPartKnown,
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: ({ signal }) => api.call('POST admin/availabilities/preview/', { body, signal }),
  })
}

const idless = <T extends { id: number; version: number }>({ id: _, version: __, ...rest }: T) =>
  rest
