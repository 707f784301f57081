import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { AppointmentDuration } from '#lib/contract/clinic-appointments.ts'
import type { AppointmentPlan } from '#lib/contract/planner.ts'
import type { PlannerPlace } from '#machines/planner/planner.machine.ts'
import { atOnce, keepShown } from '../ui/form/at-once.ts'

export type PlannerQuestion = {
  typeId: number | null
  siteId: number | null
  staffId: number | null
  from: string | null
  duration: number | null
}

/** Somebody has another appointment at some of the times. */
export type PatientsQuestion = PlannerQuestion & { patientId: number | null }

export const ASKED = {
  typeId: 'type',
  siteId: 'site',
  staffId: 'clinician',
  from: 'from',
  duration: 'minutes',
} as const

export function minutesProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  return AppointmentDuration.safeParse(Number(text)).error?.issues[0]?.message
}

/** An id or minutes that cannot be, or may not be chosen, count as not given. */
export function parsePlannerQuestion(
  query: URLSearchParams,
  canSetDuration: boolean,
): PlannerQuestion {
  const id = (name: string) => {
    const text = query.get(name) ?? ''
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
  }
  const minutes = query.get(ASKED.duration) ?? ''
  return {
    duration:
      canSetDuration && minutes.trim() !== '' && !minutesProblem(minutes) ? Number(minutes) : null,
    typeId: id(ASKED.typeId),
    siteId: id(ASKED.siteId),
    staffId: id(ASKED.staffId),
    from: query.get(ASKED.from) || null,
  }
}

const KEY = 'appointment-planner'

export const plannedKey = [KEY]

export function datesQuery(api: ApiClient, question: PatientsQuestion) {
  return queryOptions({
    ...planQuery(api, question, question.from === null ? {} : { from: question.from }),
    ...keepShown,
  })
}

export const timesQuery = (api: ApiClient, question: PatientsQuestion, date: string) =>
  planQuery(api, question, { from: date, to: date, date })

type Period = { from?: string; to?: string; date?: string }

function planQuery(api: ApiClient, question: PatientsQuestion, period: Period) {
  const { typeId, siteId, staffId, duration, patientId } = question
  return queryOptions({
    ...atOnce,
    queryKey: [KEY, typeId, siteId, staffId, duration, patientId, period],
    enabled: typeId !== null,
    queryFn: ({ signal }) =>
      api.call('GET admin/appointment-planner/', {
        query: {
          appointment_type_id: typeId ?? 0,
          ...(siteId !== null && { site_id: siteId }),
          ...(staffId !== null && { staff_id: staffId }),
          ...(duration !== null && { duration }),
          ...(patientId !== null && { patient_id: patientId }),
          ...period,
        },
        signal,
      }),
  })
}

export function checkQuery(
  api: ApiClient,
  { typeId, staffId, duration, patientId }: PatientsQuestion,
  siteId: number | null,
  start: string | null,
) {
  return queryOptions({
    ...atOnce,
    queryKey: [KEY, 'check', typeId, staffId, duration, patientId, siteId, start],
    enabled: start !== null,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call('GET admin/check-availability/', {
        query: {
          appointment_type_id: typeId ?? 0,
          start: start ?? '',
          ...(siteId !== null && { site_id: siteId }),
          ...(staffId !== null && { staff_id: staffId }),
          ...(duration !== null && { duration }),
          ...(patientId !== null && { patient_id: patientId }),
        },
        signal,
      }),
  })
}

export function findPlannedAppointment(
  { appointment_type: { id, name, duration } }: AppointmentPlan,
  question: PlannerQuestion,
): Pick<PlannerPlace, 'type' | 'duration'> {
  return { type: { id, name, duration }, duration: question.duration ?? duration }
}
