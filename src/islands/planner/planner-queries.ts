import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { atOnce, keepingShown } from '../ui/at-once.ts'

/** What the planner is asked, as its address has it; null where nothing is said. */
export type PlannerQuestion = {
  typeId: number | null
  siteId: number | null
  staffId: number | null
  /** The first date, `YYYY-MM-DD`. */
  from: string | null
}

/** Names of the address's query. */
export const ASKED = { typeId: 'type', siteId: 'site', staffId: 'clinician', from: 'from' } as const

/** The question of an address; what is no id counts as not said. */
export function questionOf(query: URLSearchParams): PlannerQuestion {
  const id = (name: string) => {
    const text = query.get(name) ?? ''
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
  }
  return {
    typeId: id(ASKED.typeId),
    siteId: id(ASKED.siteId),
    staffId: id(ASKED.staffId),
    from: query.get(ASKED.from),
  }
}

const KEY = 'appointment-planner'

/** Everything that was read for choosing from is out of date. */
export const plannedKey = [KEY]

/** The dates with free places of 90 days. */
export function datesQuery(api: ApiClient, question: PlannerQuestion) {
  return queryOptions({
    ...planQuery(api, question, question.from === null ? {} : { from: question.from }),
    ...keepingShown,
  })
}

/** The times of one date, with who could take each. */
export const timesQuery = (api: ApiClient, question: PlannerQuestion, date: string) =>
  planQuery(api, question, { from: date, to: date, date })

type Period = { from?: string; to?: string; date?: string }

function planQuery(api: ApiClient, { typeId, siteId, staffId }: PlannerQuestion, period: Period) {
  return queryOptions({
    ...atOnce,
    queryKey: [KEY, typeId, siteId, staffId, period],
    enabled: typeId !== null,
    queryFn: ({ signal }) =>
      api.call('GET admin/appointment-planner/', {
        query: {
          appointment_type_id: typeId ?? 0,
          ...(siteId !== null && { site_id: siteId }),
          ...(staffId !== null && { staff_id: staffId }),
          ...period,
        },
        signal,
      }),
  })
}

/** Whether one time could be booked at a site, and if not, every reason why. */
export function checkQuery(
  api: ApiClient,
  { typeId, staffId }: PlannerQuestion,
  siteId: number | null,
  start: string | null,
) {
  return queryOptions({
    ...atOnce,
    queryKey: [KEY, 'check', typeId, staffId, siteId, start],
    enabled: start !== null,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call('GET admin/check-availability/', {
        query: {
          appointment_type_id: typeId ?? 0,
          start: start ?? '',
          ...(siteId !== null && { site_id: siteId }),
          ...(staffId !== null && { staff_id: staffId }),
        },
        signal,
      }),
  })
}
