import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { PatientMessage } from '#lib/contract/messages.ts'
import type {
  PatientAllergies,
  TimelineEntry,
  TimelineKind,
} from '#lib/contract/records/patient-records.ts'
import { atOnce, keepShown } from '../../ui/form/at-once.ts'

export const patientRecordQuery = (api: ApiClient, id: number) =>
  queryOptions({
    ...atOnce,
    queryKey: ['patient-record', id],
    queryFn: ({ signal }) =>
      api.call('GET admin/patient-records/{id}/', { params: { id }, signal }),
  })

const PAGE_SIZE = 25

type TimelineRequest = { kind: TimelineKind | null; page: number }
type MessagePage = { count: number; results: PatientMessage[] }
type TimelinePage = { count: number; results: TimelineEntry[] }

export type RecordCalls = {
  audience: 'clinic' | 'user'
  timeline: (request: TimelineRequest, signal: AbortSignal) => Promise<TimelinePage>
  messages: (page: number, signal: AbortSignal) => Promise<MessagePage>
  saveAllergies: (
    body: OperationBody<'PUT private/patient-record/allergies/'>,
  ) => Promise<PatientAllergies>
}

const toQuery = ({ kind, page }: TimelineRequest) => ({
  page,
  page_size: PAGE_SIZE,
  ...(kind && { kind }),
})

export const clinicRecordCalls = (api: ApiClient, id: number): RecordCalls => ({
  audience: 'clinic',
  timeline: (request, signal) =>
    api.call('GET admin/patient-records/{id}/timeline/', {
      params: { id },
      query: toQuery(request),
      signal,
    }),
  messages: (page, signal) =>
    api.call('GET admin/patient-records/{id}/messages/', {
      params: { id },
      query: { page, page_size: PAGE_SIZE },
      signal,
    }),
  saveAllergies: (body) =>
    api.call('PUT admin/patient-records/{id}/allergies/', { params: { id }, body }),
})

export const ownRecordCalls = (api: ApiClient): RecordCalls => ({
  audience: 'user',
  timeline: (request, signal) =>
    api.call('GET private/patient-record/timeline/', { query: toQuery(request), signal }),
  messages: (page, signal) =>
    api.call('GET private/patient-record/messages/', {
      query: { page, page_size: PAGE_SIZE },
      signal,
    }),
  saveAllergies: (body) => api.call('PUT private/patient-record/allergies/', { body }),
})

export const timelineQuery = (calls: RecordCalls, of: number, request: TimelineRequest) =>
  queryOptions({
    ...keepShown,
    queryKey: ['timeline', calls.audience, of, request.kind, request.page],
    queryFn: ({ signal }) => calls.timeline(request, signal),
  })

/** It is the first part of every `messagesQuery`. */
export const MESSAGES = 'patient-messages'

export const countPages = (count: number) => Math.max(1, Math.ceil(count / PAGE_SIZE))
